/** A line that wins, made shorter: what it did not need to do is left out. */

/** @typedef {import("../games/patience/engine.js").PatienceGame} PatienceGame */
/** @typedef {import("../games/patience/engine.js").Position} Position */

/**
 * Return a line to the same end, in as many moves or fewer.
 *
 * From every position of the line it takes the one move that leads farthest along it,
 * again and again until that makes it no shorter, or until `isLate` says so.
 *
 * @param {PatienceGame} game
 * @param {Position} position
 * @param {readonly string[]} line
 * @param {() => boolean} isLate
 * @returns {readonly string[]}
 */
export function shortened(game, position, line, isLate) {
  let shorter = line;
  let before = line.length + 1;
  while (shorter.length < before) {
    before = shorter.length;
    shorter = withLeaps(game, position, shorter, isLate);
  }
  return shorter;
}

/**
 * Return the position after a move, counting no actions: a line may be too long yet.
 *
 * @param {PatienceGame} game
 * @param {Position} position
 * @param {string} text
 */
const after = (game, position, text) => ({ ...game.apply(position, text), ply: 0 });

/**
 * Return what tells a position from any other.
 *
 * @param {Position} position
 */
const nameOf = ({ columns, stock, waste, heights, redeals }) =>
  [
    ...columns.map(({ cards, hidden }) => `${hidden}:${cards.join()}`),
    ...[stock.length, heights.join(), redeals.length, waste.join()],
  ].join("|");

/**
 * @param {PatienceGame} game
 * @param {Position} position
 * @param {readonly string[]} line
 * @param {() => boolean} isLate
 * @returns {readonly string[]}
 */
function withLeaps(game, position, line, isLate) {
  const stands = [{ ...position, ply: 0 }];
  for (const text of line) stands.push(after(game, stands.at(-1) ?? position, text));
  const latest = new Map(stands.map((stand, number) => [nameOf(stand), number]));
  /** @type {string[]} */
  const taken = [];
  let at = latest.get(nameOf(position)) ?? 0;
  while (at < line.length) {
    if (isLate()) return [...taken, ...line.slice(at)];
    const stand = stands[at] ?? position;
    let [farthest, best] = [at, line[at] ?? ""];
    for (const text of game.legalMoves(stand)) {
      const leads = latest.get(nameOf(after(game, stand, text))) ?? -1;
      if (leads > farthest) [farthest, best] = [leads, text];
    }
    taken.push(best);
    at = farthest;
  }
  return taken;
}
