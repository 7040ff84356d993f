/**
 * Keys of a board.
 */

/**
 * Hear keys while nothing on the page has the focus; return what ends it.
 *
 * @param {(event: KeyboardEvent) => unknown} heard
 * @returns {() => void}
 */
export function heardAnywhere(heard) {
  const listener = (/** @type {KeyboardEvent} */ event) => {
    if (event.target === document.body) heard(event);
  };
  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
}

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
