/**
 * Where a deal was lost: the move after which nobody could have won it any more.
 *
 * What is lost stays lost, so it is found by halving. A position that no search decides
 * in its time is passed over for one beside it, which leaves a stretch of moves.
 */

import { UNDECIDED, UNWINNABLE, WINNABLE } from "./search.js";

/** One search may take so small a part of the time that is left. */
const SHARE = 4;

/**
 * After how many moves an attempt could still be won, and after how many it was lost, as
 * far as that was found; null where that is known of no position.
 *
 * @typedef {object} Turn
 * @property {number | null} wonAt
 * @property {number | null} lostAt
 */

/**
 * Find where an attempt was lost, in about so many ms. `outcomeOf` tells of a position,
 * by its number, in so many ms; the deal is number 0, and `opening` is known of it.
 *
 * @param {number} last
 * @param {string} opening
 * @param {(number: number, ms: number) => string} outcomeOf
 * @param {number} ms
 * @param {() => number} clock
 * @returns {Turn}
 */
export function findTurn(last, opening, outcomeOf, ms, clock) {
  const until = clock() + ms;
  const left = () => until - clock();
  const look = (/** @type {number} */ number) =>
    left() > 0 ? outcomeOf(number, left() / SHARE) : UNDECIDED;
  if (opening === UNWINNABLE) return { wonAt: null, lostAt: 0 };
  let wonAt = opening === WINNABLE ? 0 : null;
  const atEnd = look(last);
  if (atEnd === WINNABLE) return { wonAt: last, lostAt: null };
  let lostAt = atEnd === UNWINNABLE ? last : null;
  let open = Array.from({ length: Math.max(0, last - 1) }, (_, at) => at + 1);
  while (open.length > 0 && left() > 0) {
    const middle = ((wonAt ?? 0) + (lostAt ?? last)) / 2;
    const number = open.reduce((one, other) =>
      Math.abs(other - middle) < Math.abs(one - middle) ? other : one,
    );
    const outcome = look(number);
    if (outcome === WINNABLE) wonAt = number;
    if (outcome === UNWINNABLE) lostAt = number;
    open = open.filter((each) => each !== number && each > (wonAt ?? 0) && each < (lostAt ?? last));
  }
  return { wonAt, lostAt };
}
