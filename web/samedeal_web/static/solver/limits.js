/** Of which games something can be said, and how long that may take. */

import { GAMES, PatienceGame, SquaresGame } from "../games/index.js";

/** @typedef {import("../games/rulesets.js").PatienceRules} Rules */

/** For a deal of patience, and once more for each who has not won it. */
export const SECONDS = 5;

/**
 * The choices of rules that the search was written for. Where one is new, what may be
 * left out has to be thought about anew; until then nothing is said of the game.
 *
 * @type {readonly (readonly [keyof Rules, readonly string[]])[]}
 */
const TAUGHT = [
  ["dealing", ["rows", "capricieuse", "russian"]],
  ["packing", ["alternate", "in_suit"]],
  ["foundations", ["aces_up", "aces_up_kings_down"]],
  ["aces", ["by_themselves", "by_hand"]],
  ["unit", ["part", "one"]],
  ["space", ["any", "kings"]],
  ["stock", ["waste", "row", "none"]],
  ["redeal", ["none", "reverse", "shuffled"]],
];

/** @param {Rules} rules */
export function isTaught(rules) {
  if (rules.packs > 1 && (rules.stock !== "none" || rules.rows.includes("d"))) return false;
  return TAUGHT.every(([name, known]) => known.includes(String(rules[name])));
}

/**
 * Whether what was possible can be told of a game.
 *
 * @param {string} key
 */
export function isKnown(key) {
  const game = GAMES.get(key);
  return game instanceof PatienceGame ? isTaught(game.rules) : game instanceof SquaresGame;
}

/**
 * Return how many seconds that may take, 0 where nobody waits long.
 *
 * @param {string} key
 * @param {readonly {state: string}[]} seats
 */
export function longest(key, seats) {
  if (GAMES.get(key) instanceof SquaresGame) return 0;
  return SECONDS * (2 + seats.filter(({ state }) => state !== "out").length);
}
