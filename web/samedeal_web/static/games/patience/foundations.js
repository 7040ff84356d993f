/**
 * Where cards go up: on foundations built up from the ace, or down from the king.
 *
 * A foundation is a height, the number of its cards. Numbers 0 to 3 are built up, by
 * suit; 4 to 7 down, where a game has them.
 */

import { cardWords, HEIGHT, rankOf, rankWords, SUIT_WORDS, suitOf } from "../cards.js";
import { say } from "../wording.js";

/** @typedef {import("../wording.js").Wording} Wording */

/** One of each suit. */
export const SUITS = 4;

/**
 * Return the card that lies at a height of a foundation, from 0.
 *
 * @param {number} foundation
 * @param {number} height
 */
function cardAt(foundation, height) {
  const first = (foundation % SUITS) * HEIGHT;
  return first + (foundation < SUITS ? height + 1 : HEIGHT - height);
}

/**
 * Return the cards of a foundation of some height, bottom to top.
 *
 * @param {number} foundation
 * @param {number} height
 * @returns {number[]}
 */
export function built(foundation, height) {
  return Array.from({ length: height }, (_, at) => cardAt(foundation, at));
}

/**
 * Return every foundation that takes a card now, those built up first.
 *
 * @param {readonly number[]} heights
 * @param {number} card
 * @returns {number[]}
 */
export function takers(heights, card) {
  if (!card) return [];
  const suit = suitOf(card);
  const found = [];
  if (heights[suit] === rankOf(card) - 1) found.push(suit);
  if (heights[suit + SUITS] === HEIGHT - rankOf(card)) found.push(suit + SUITS);
  return found;
}

/**
 * Return the reason why a card does not go up yet, or null.
 *
 * @param {readonly number[]} heights
 * @param {number} card
 * @returns {Wording | null}
 */
export function whyNotUp(heights, card) {
  if (takers(heights, card).length > 0) return null;
  if (!card) return say("nobody knows that card yet");
  const suit = suitOf(card);
  const both = heights.length > SUITS;
  const ranks = (both ? [suit, suit + SUITS] : [suit])
    .filter((foundation) => (heights[foundation] ?? 0) < HEIGHT)
    .map((foundation) => rankOf(cardAt(foundation, heights[foundation] ?? 0)));
  const cards = [...new Set(ranks)]
    .map(rankWords)
    .reduce((one, other) => say("{one} and the {other}", { one, other }));
  const template = both
    ? "the {card} must wait: {suit} need the {cards}"
    : "the {card} does not go up yet: the foundation of {suit} needs the {cards}";
  const fields = { card: cardWords(card), suit: SUIT_WORDS[suit] ?? "", cards };
  return say(template, fields);
}
