/**
 * What may be packed on what, what is a run, and why not.
 */

import { colourWords, HEIGHT, isRed, rankOf, rankWords, SUIT_WORDS, suitOf } from "../cards.js";
import { say } from "../wording.js";

/** @typedef {import("../rulesets.js").PatienceRules} Rules */
/** @typedef {import("../wording.js").Wording} Wording */

/**
 * A column of the tableau: its cards, the last one exposed, and how many of them, from
 * the bottom, are face down.
 *
 * @typedef {object} Column
 * @property {readonly number[]} cards
 * @property {number} hidden
 */

/**
 * Return by how many ranks a card goes on another: -1, 1, or 0 for not at all.
 *
 * @param {Rules} rules
 * @param {number} card
 * @param {number} under
 * @returns {number}
 */
export function step(rules, card, under) {
  if (!card || !under) return 0;
  const by = rankOf(card) - rankOf(under);
  if (rules.packing === "in_suit") {
    return suitOf(card) === suitOf(under) && Math.abs(by) === 1 ? by : 0;
  }
  return by === -1 && isRed(card) !== isRed(under) ? by : 0;
}

/**
 * Count the cards, up from the exposed one, that move together; 0 for a space.
 *
 * @param {Rules} rules
 * @param {Column} column
 * @returns {number}
 */
export function runLength(rules, { cards, hidden }) {
  if (rules.unit === "one" || cards.length - hidden < 2) return Math.min(cards.length, 1);
  let first = cards.length - 1;
  const at = (/** @type {number} */ index) => cards[index] ?? 0;
  const by = step(rules, at(first), at(first - 1));
  if (by === 0) return 1;
  while (first > hidden && step(rules, at(first), at(first - 1)) === by) first -= 1;
  return cards.length - first;
}

/**
 * Whether a card may fill a space.
 *
 * @param {Rules} rules
 * @param {number} card
 */
export const fillsSpace = (rules, card) =>
  card > 0 && (rules.space === "any" || rankOf(card) === HEIGHT);

/**
 * Return the reason why a card is not packed on another, both being known.
 *
 * @param {Rules} rules
 * @param {number} card
 * @param {number} onto
 * @returns {Wording}
 */
export function whyNotPair(rules, card, onto) {
  return rules.packing === "in_suit" ? inSuit(card) : alternate(card, onto);
}

/**
 * @param {number} card
 * @param {number} under
 */
function alternate(card, under) {
  const [red, rank] = [isRed(card), rankOf(card)];
  const fields = {
    card: colourWords(rank, red),
    onto: colourWords(rankOf(under), isRed(under)),
  };
  if (rank === HEIGHT) {
    return say("a {card} does not go on a {onto}: a king goes only to a space", fields);
  }
  const needed = colourWords(rank + 1, !red);
  return say("a {card} does not go on a {onto}: it needs a {needed}", {
    ...fields,
    needed,
  });
}

/** @param {number} card */
function inSuit(card) {
  const rank = rankOf(card);
  const near = [rank - 1, rank + 1].filter((other) => other >= 1 && other <= HEIGHT);
  const [one, other] = near.map(rankWords);
  const fields = { card: rankWords(rank), suit: SUIT_WORDS[suitOf(card)] ?? "" };
  if (!one || !other) {
    return say("only the {one} of {suit} takes the {card}", {
      ...fields,
      one: one ?? "",
    });
  }
  const template = "only the {one} and the {other} of {suit} take the {card}";
  return say(template, { ...fields, one, other });
}
