/**
 * What somebody means who points at a card of patience.
 */

import { say } from "../wording.js";
import { takers, whyNotUp } from "./foundations.js";
import { formatMove, goesNowhere, legalMoves, WASTE, whyNot, whyNotTogether } from "./moves.js";
import { runLength } from "./packing.js";

/** @typedef {import("./engine.js").PatienceGame} PatienceGame */
/** @typedef {import("./engine.js").Position} Position */
/** @typedef {import("../wording.js").Wording} Wording */

/**
 * A move from one pile to another; piles are called as zones are.
 *
 * @typedef {object} Goal
 * @property {string} text
 * @property {string} to
 * @property {boolean} space  whether it only fills a space
 */

/**
 * Return the number of a column or of the waste, as moves have it; -1 for other piles.
 *
 * @param {string} pile
 */
export function sourceOf(pile) {
  if (pile === "waste") return WASTE;
  return pile.startsWith("column.") ? Number(pile.slice("column.".length)) : -1;
}

/**
 * List where the last cards of a pile may go: foundations, then columns from the left.
 *
 * @param {PatienceGame} game
 * @param {Position} position
 * @param {string} pile
 * @param {number} size
 * @returns {Goal[]}
 */
export function goals(game, position, pile, size) {
  const source = sourceOf(pile);
  if (source < 0 || game.isOver(position)) return [];
  return legalMoves(game.rules, position)
    .filter((move) => move.source === source && move.size === size)
    .map((move) => {
      const text = formatMove(move);
      if (move.target > 0) {
        const space = position.columns[move.target - 1]?.cards.length === 0;
        return { text, to: `column.${move.target}`, space };
      }
      const card = exposed(position, pile) ?? 0;
      const foundation = takers(position.heights, card)[-move.target] ?? 0;
      return { text, to: `foundation.${foundation + 1}`, space: false };
    });
}

/**
 * Return the one place that is plainly best for the last cards of a pile, or null: the
 * one foundation that takes them, else the one column, else the leftmost space.
 *
 * @param {PatienceGame} game
 * @param {Position} position
 * @param {string} pile
 * @param {number} size
 * @returns {Goal | null}
 */
export function plainly(game, position, pile, size) {
  const all = goals(game, position, pile, size);
  const up = all.filter(({ to }) => to.startsWith("foundation."));
  if (up.length > 0) return alone(up);
  const packed = all.filter(({ to, space }) => to.startsWith("column.") && !space);
  if (packed.length > 0) return alone(packed);
  const whole = position.columns[sourceOf(pile) - 1]?.cards.length === size;
  return whole ? null : (all[0] ?? null);
}

/**
 * Return the reason why the last cards of a pile can go nowhere at all.
 *
 * @param {PatienceGame} game
 * @param {Position} position
 * @param {string} pile
 * @param {number} size
 * @returns {Wording}
 */
export function whyNowhere(game, position, pile, size) {
  if (game.isOver(position)) return say("the game is over: nothing is left to do");
  const source = sourceOf(pile);
  const card = exposed(position, pile);
  if (size > 1) {
    const apart = whyNotTogether(game.rules, position, source, size);
    if (apart !== null) return apart;
  } else if (card !== undefined) {
    const low = whyNotUp(position.heights, card);
    if (low !== null) return low;
  }
  return say("it fits nowhere");
}

/**
 * Return why a pile does not take the last cards of another, or null if it does.
 *
 * @param {PatienceGame} game
 * @param {Position} position
 * @param {string} pile
 * @param {number} size
 * @param {string} to
 * @returns {Wording | null}
 */
export function whyNotThere(game, position, pile, size, to) {
  if (to.startsWith("foundation.")) {
    return size > 1
      ? say("only one card can be moved at a time")
      : whyNotUp(position.heights, exposed(position, pile) ?? 0);
  }
  if (!to.startsWith("column.")) return say("cards go to columns and foundations");
  const move = { source: sourceOf(pile), target: sourceOf(to), size };
  return whyNot(game.rules, position, move);
}

/**
 * Return the longest pack from one pile to a column, or null.
 *
 * Moving a whole column into a space changes nothing, so it is not what somebody means
 * who could move less.
 *
 * @param {PatienceGame} game
 * @param {Position} position
 * @param {string} pile
 * @param {number} target
 * @returns {string | null}
 */
export function longest(game, position, pile, target) {
  const source = sourceOf(pile);
  const own = legalMoves(game.rules, position)
    .filter((move) => move.source === source && move.target === target && move.size > 0)
    .sort((one, other) => other.size - one.size);
  const [first, second] = own;
  if (first === undefined) return null;
  return formatMove(second && goesNowhere(position, first) ? second : first);
}

/**
 * Count the last cards of a pile that move together.
 *
 * @param {PatienceGame} game
 * @param {Position} position
 * @param {string} pile
 */
export function movable(game, position, pile) {
  if (pile === "waste") return Math.min(position.waste.length, 1);
  const column = position.columns[sourceOf(pile) - 1];
  return column?.cards.at(-1) ? runLength(game.rules, column) : 0;
}

/**
 * Return a move that sends a card up and leaves no choice, or null.
 *
 * @param {PatienceGame} game
 * @param {Position} position
 * @returns {string | null}
 */
export function sendUp(game, position) {
  return game.legalMoves(position).find((text) => text.endsWith("F")) ?? null;
}

/**
 * @param {Position} position
 * @param {string} pile
 */
function exposed(position, pile) {
  if (pile === "waste") return position.waste.at(-1);
  return position.columns[sourceOf(pile) - 1]?.cards.at(-1);
}

/** @param {readonly Goal[]} all */
const alone = (all) => (all.length === 1 ? (all[0] ?? null) : null);
