/** The analysis of a match: the best possible on its deal, and how far everybody came. */

import { GAMES, PatienceGame, SquaresGame } from "../games/index.js";
import { SECONDS } from "./limits.js";
import { findPar } from "./par.js";
import { search, UNDECIDED, WINNABLE } from "./search.js";
import { shortened } from "./shortening.js";
import { findTurn } from "./turning.js";

/** @typedef {import("../games/deals.js").Deal} Deal */

/**
 * What is read of a seat in a record.
 *
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string} state
 * @property {readonly (readonly [number, string])[]} moves
 */

/**
 * What somebody who did not win made of the deal; moves count from 1, with those that
 * were taken back.
 *
 * @typedef {object} Fate
 * @property {number} seat
 * @property {number | null} wonAt  after how many it could still be won
 * @property {number | null} lostAt  after how many it was lost
 * @property {string | null} move  that lost it, where that is known
 * @property {boolean} isOpen  whether it could still be won at the end
 */

/**
 * @typedef {object} RaceAnalysis
 * @property {string} outcome
 * @property {readonly string[]} line  the shortest win that was found
 * @property {readonly Fate[]} fates
 */

/**
 * @typedef {object} SquaresAnalysis
 * @property {readonly number[]} cards  row by row from the top
 * @property {number} points
 */

const TAKE_BACK = "U";

/**
 * Return what was possible on a deal; `tell` hears before each part which it is: "par",
 * "deal", "shorter", or a seat. Blocks.
 *
 * @param {string} key  of a game that `isKnown`
 * @param {Deal} deal
 * @param {readonly Seat[]} seats
 * @param {(part: string | number) => void} tell
 * @returns {RaceAnalysis | SquaresAnalysis}
 */
export function analyse(key, deal, seats, tell) {
  const game = GAMES.get(key);
  if (game instanceof SquaresGame) {
    tell("par");
    return findPar(game.setup(deal).cards, game.rules.points);
  }
  if (game instanceof PatienceGame) return raced(game, deal, seats, tell);
  throw new RangeError(`nothing is known of ${key}`);
}

/**
 * @param {PatienceGame} game
 * @param {Deal} deal
 * @param {readonly Seat[]} seats
 * @param {(part: string | number) => void} tell
 * @returns {RaceAnalysis}
 */
function raced(game, deal, seats, tell) {
  const clock = () => performance.now();
  const until = (/** @type {number} */ ms) => {
    const end = clock() + ms;
    return () => clock() >= end;
  };
  const opening = game.setup(deal);
  tell("deal");
  const isLate = until(2 * SECONDS * 1000);
  const found = search(game, opening, until(SECONDS * 1000));
  const lines = seats
    .filter(({ state }) => state === "out")
    .map((seat) => standing(seat).map(({ move }) => move));
  if (found.outcome === WINNABLE) lines.push([...found.line]);
  if (lines.length > 0) tell("shorter");
  const [line = []] = lines
    .map((each) => shortened(game, opening, each, isLate))
    .sort((one, other) => one.length - other.length);
  const isWon = line.length > 0 && line.length <= game.about.plyLimit;
  const outcome = isWon ? WINNABLE : found.outcome === WINNABLE ? UNDECIDED : found.outcome;
  const fates = seats
    .filter(({ state }) => state !== "out")
    .map((seat) => {
      tell(seat.seat);
      return fateOf(game, opening, seat, outcome, until, clock);
    });
  return { outcome, line: isWon ? line : [], fates };
}

/**
 * @param {PatienceGame} game
 * @param {import("../games/patience/engine.js").Position} opening
 * @param {Seat} seat
 * @param {string} outcome
 * @param {(ms: number) => () => boolean} until
 * @param {() => number} clock
 * @returns {Fate}
 */
function fateOf(game, opening, seat, outcome, until, clock) {
  const moves = standing(seat);
  const positions = [opening];
  for (const { move } of moves) positions.push(game.apply(positions.at(-1) ?? opening, move));
  const outcomeOf = (/** @type {number} */ number, /** @type {number} */ ms) => {
    const position = positions[number] ?? opening;
    const { outcome: found, line } = search(game, position, until(ms));
    // Who has no actions left wins nothing by a line that is too long.
    return line.length > game.about.plyLimit - position.ply ? UNDECIDED : found;
  };
  const { wonAt, lostAt } = findTurn(moves.length, outcome, outcomeOf, SECONDS * 1000, clock);
  const numbered = (/** @type {number | null} */ count) =>
    count ? (moves[count - 1]?.number ?? count) : count;
  const isFound = lostAt !== null && wonAt !== null && lostAt - wonAt === 1;
  return {
    seat: seat.seat,
    wonAt: numbered(wonAt),
    lostAt: numbered(lostAt),
    move: isFound ? (moves[lostAt - 1]?.move ?? null) : null,
    isOpen: wonAt === moves.length && lostAt === null,
  };
}

/**
 * Return a player's moves without those that were taken back, each with its number.
 *
 * @param {Seat} seat
 */
export function standing({ moves }) {
  /** @type {{number: number, move: string}[]} */
  const stand = [];
  moves.forEach(([, move], at) => {
    if (move === TAKE_BACK) stand.pop();
    else stand.push({ number: at + 1, move });
  });
  return stand;
}
