/**
 * Poker hands: the best category of the cards in a line.
 *
 * The ace ranks above the king or below the two, never both in one hand.
 */

import { rankOf, suitOf } from "../cards.js";
import { SIZE } from "./cells.js";

const FOUR = 2;
const FULL_HOUSE = 3;
const THREE = 6;
const TWO_PAIRS = 7;
const PAIR = 8;
const NOTHING = 9;

/** By how many cards of each rank there are, most first. */
const KINDS = new Map([
  ["4", FOUR],
  ["41", FOUR],
  ["32", FULL_HOUSE],
  ["3", THREE],
  ["31", THREE],
  ["311", THREE],
  ["22", TWO_PAIRS],
  ["221", TWO_PAIRS],
  ["2", PAIR],
  ["21", PAIR],
  ["211", PAIR],
  ["2111", PAIR],
]);

/**
 * Return the number of the best hand of up to five cards, as `HANDS` has their names.
 *
 * Fewer than five cards are only pairs, threes and fours.
 *
 * @param {readonly number[]} cards
 * @returns {number}
 */
export function handOf(cards) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const card of cards) counts.set(rankOf(card), (counts.get(rankOf(card)) ?? 0) + 1);
  const kind = KINDS.get([...counts.values()].sort((one, other) => other - one).join(""));
  if (kind !== undefined || cards.length < SIZE) return kind ?? NOTHING;
  const ranks = [...counts.keys()].sort((one, other) => one - other);
  const broadway = ranks.join() === "1,10,11,12,13";
  const straight = broadway || (ranks[4] ?? 0) - (ranks[0] ?? 0) === SIZE - 1;
  if (new Set(cards.map(suitOf)).size > 1) return straight ? 5 : NOTHING;
  if (!straight) return 4;
  return broadway ? 0 : 1;
}
