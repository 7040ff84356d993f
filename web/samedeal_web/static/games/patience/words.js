/**
 * A patience board in words, pile by pile, and what a move has changed.
 */

import { cardWords, SUIT_WORDS } from "../cards.js";
import { say, sayCount } from "../wording.js";
import { SUITS } from "./foundations.js";

/** @typedef {import("../cards.js").Board} Board */
/** @typedef {import("../rulesets.js").About} About */
/** @typedef {import("../wording.js").Wording} Wording */

/**
 * Return a whole board.
 *
 * @param {About} about
 * @param {Board} board
 * @returns {Wording[]}
 */
export function patienceTold(about, board) {
  const tops = foundationsOf(board);
  const up = tops.reduce((sum, cards) => sum + cards.length, 0);
  const told = say("{up} of {all} cards up", { up, all: about.topScore });
  const moves = sayCount("{count} move", "{count} moves", board.ply);
  const said = [say("{title}: {told}, {moves}.", { title: say(about.title), told, moves })];
  if (tops.length > SUITS) {
    said.push(say("Foundations up: {cards}.", { cards: listOfTops(tops.slice(0, SUITS)) }));
    said.push(say("Foundations down: {cards}.", { cards: listOfTops(tops.slice(SUITS)) }));
  } else {
    said.push(say("Foundations: {cards}.", { cards: listOfTops(tops) }));
  }
  for (const zone of ["redeals", "stock", "waste"]) {
    if (zone in board.zones) said.push(pileTold(board, zone));
  }
  for (let number = 1; zoneOf(board, "column", number); number += 1) {
    said.push(columnTold(number, zoneOf(board, "column", number) ?? []));
  }
  return said;
}

/**
 * Return what a move has changed; null where columns are new altogether.
 *
 * @param {Board} before
 * @param {Board} after
 * @returns {Wording[] | null}
 */
export function patienceChanges(before, after) {
  const was = foundationsOf(before);
  const said = foundationsOf(after).flatMap((cards, number) => {
    const gained = cards.slice(was[number]?.length ?? 0);
    return gained.length ? [say("Up: {cards}.", { cards: gained.map(cardWords) })] : [];
  });
  for (let number = 1; zoneOf(after, "column", number); number += 1) {
    const own = columnChanges(
      number,
      zoneOf(before, "column", number) ?? [],
      zoneOf(after, "column", number) ?? [],
    );
    if (own === null) return null;
    said.push(...own);
  }
  for (const zone of ["waste", "stock", "redeals"]) {
    const [old, now] = [before.zones[zone] ?? [], after.zones[zone] ?? []];
    if (old.join() !== now.join()) said.push(pileTold(after, zone));
  }
  return said;
}

/**
 * Return a column in words.
 *
 * @param {number} number
 * @param {readonly number[]} cards
 * @returns {Wording}
 */
export function columnTold(number, cards) {
  if (cards.length === 0) return say("Column {number}: a space.", { number });
  return say("Column {number}: {cards}.", { number, cards: listed(cards) });
}

/**
 * Return how many cards a pile beside the columns has.
 *
 * @param {Board} board
 * @param {string} zone
 * @returns {Wording}
 */
export function pileTold(board, zone) {
  const cards = board.zones[zone] ?? [];
  const count = cards.length;
  if (zone === "stock") {
    return say("Stock: {cards}.", {
      cards: sayCount("{count} card", "{count} cards", count),
    });
  }
  if (zone === "redeals") {
    return sayCount("{count} redeal is left.", "{count} redeals are left.", count);
  }
  if (count === 0) return say("The waste has no cards.");
  const card = cardWords(cards.at(-1) ?? 0);
  if (count === 1) return say("Waste: {card}.", { card });
  const below = sayCount("{count} card", "{count} cards", count - 1);
  return say("Waste: {card}, on {cards}.", { card, cards: below });
}

/**
 * @param {number} number
 * @param {readonly number[]} was
 * @param {readonly number[]} now
 * @returns {Wording[] | null}
 */
function columnChanges(number, was, now) {
  const differs = now.findIndex((card, at) => was[at] !== card && was[at] !== 0);
  const kept = Math.min(was.length, differs < 0 ? now.length : differs);
  const gained = now.slice(kept);
  const lost = was.slice(kept);
  if (gained.length > 0 && lost.length > 0) return null;
  const said = [];
  const turned = now.slice(0, kept).filter((card, at) => was[at] === 0 && card !== 0);
  if (gained.length > 0) {
    said.push(say("Column {number}: {cards}.", { number, cards: listed(gained) }));
  }
  if (turned.length > 0) {
    const cards = listed(turned);
    said.push(say("Column {number}, turned up: {cards}.", { number, cards }));
  }
  if (lost.length > 0 && now.length === 0) {
    said.push(say("Column {number} is a space now.", { number }));
  }
  return said;
}

/**
 * Return cards in words from the bottom up; those face down are counted.
 *
 * @param {readonly number[]} cards
 * @returns {Wording[]}
 */
export function listed(cards) {
  const open = cards.filter((card) => card > 0);
  const count = cards.length - open.length;
  const hidden = count > 0 ? [say("{count} face down", { count })] : [];
  return [...hidden, ...open.map(cardWords)];
}

/**
 * @param {readonly (readonly number[])[]} tops
 * @returns {Wording[]}
 */
function listOfTops(tops) {
  return tops.map((cards, suit) =>
    cards.length > 0
      ? cardWords(cards.at(-1) ?? 0)
      : say("{suit} empty", { suit: SUIT_WORDS[suit] ?? "" }),
  );
}

/** @param {Board} board */
function foundationsOf(board) {
  const found = [];
  for (let number = 1; zoneOf(board, "foundation", number); number += 1) {
    found.push(zoneOf(board, "foundation", number) ?? []);
  }
  return found;
}

/**
 * @param {Board} board
 * @param {string} kind
 * @param {number} number
 */
const zoneOf = (board, kind, number) => board.zones[`${kind}.${number}`];
