/**
 * Keys of a board.
 */

/** The keys of columns, in their order; as in the terminal. */
export const COLUMN_KEYS = "1234567890et";
const MORE_KEYS = new Map([
  ["-", 11],
  ["=", 12],
]);

/**
 * Return the number of the column that a key stands for, 0 for none.
 *
 * @param {string} key
 */
export function columnOf(key) {
  return MORE_KEYS.get(key) ?? (key.length === 1 ? COLUMN_KEYS.indexOf(key) + 1 : 0);
}
