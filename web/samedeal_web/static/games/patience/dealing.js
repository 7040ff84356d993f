/**
 * How tableaus are dealt and gathered: a function of the shuffle, with no choices.
 */

import { FACE_DOWN } from "../cards.js";
import { takers } from "./foundations.js";

/** @typedef {import("./packing.js").Column} Column */
/** @typedef {import("../rulesets.js").PatienceRules} Rules */

/**
 * What lies on the table when a dealing is done.
 *
 * @typedef {object} Layout
 * @property {Column[]} columns
 * @property {readonly number[]} stock
 * @property {number[]} heights
 */

/**
 * Deal cards on an empty tableau beside foundations of such heights.
 *
 * @param {Rules} rules
 * @param {readonly number[]} cards
 * @param {readonly number[]} heights
 * @returns {Layout}
 */
export function dealt(rules, cards, heights) {
  switch (rules.dealing) {
    case "rows":
      return byRows(rules, cards, heights);
    case "capricieuse":
      return capricieuse(rules, cards, heights);
    case "russian":
      return russian(rules, cards, heights);
  }
}

/**
 * Return the cards of a tableau in the order in which they are dealt again.
 *
 * @param {Rules} rules
 * @param {readonly Column[]} columns
 * @param {readonly number[]} order  that of a shuffled redeal; empty where it is not known
 * @returns {number[]}
 */
export function gathered(rules, columns, order) {
  const cards = [...columns].reverse().flatMap((column) => column.cards);
  if (rules.redeal === "reverse") return cards;
  if (order.length === 0 || cards.includes(FACE_DOWN)) return cards.fill(FACE_DOWN);
  /** @type {Map<number, number>} */
  const left = new Map();
  for (const card of cards) left.set(card, (left.get(card) ?? 0) + 1);
  return order.filter((card) => {
    const count = left.get(card) ?? 0;
    left.set(card, count - 1);
    return count > 0;
  });
}

/**
 * @param {Rules} rules
 * @param {readonly number[]} cards
 * @param {readonly number[]} heights
 * @returns {Layout}
 */
function byRows(rules, cards, heights) {
  const laid = cards.slice(0, rules.columns * rules.rows.length);
  const columns = Array.from({ length: rules.columns }, (_, first) => ({
    cards: laid.filter((_, at) => at % rules.columns === first),
    hidden: rules.rows.replaceAll("u", "").length,
  }));
  return { columns, stock: cards.slice(laid.length), heights: [...heights] };
}

/**
 * Deal to the columns in turn, but what fits a foundation goes there; then the next
 * card takes its turn in the column.
 *
 * @param {Rules} rules
 * @param {readonly number[]} cards
 * @param {readonly number[]} before
 * @returns {Layout}
 */
function capricieuse(rules, cards, before) {
  const heights = [...before];
  const columns = emptyColumns(rules);
  let turn = 0;
  for (const card of cards) {
    if (goesUp(heights, card)) continue;
    columns[turn]?.cards.push(card);
    turn = (turn + 1) % rules.columns;
  }
  return { columns, stock: [], heights };
}

/**
 * Deal rows of twelve, the outside cards going up (Heather 1876, pp. 217-219).
 *
 * Of the first row every card is available until it is whole; from then on only the
 * outside ones, each until it is covered. What fits a foundation goes up, the leftmost
 * first, and is replaced from the stock.
 *
 * @param {Rules} rules
 * @param {readonly number[]} cards
 * @param {readonly number[]} before
 * @returns {Layout}
 */
function russian(rules, cards, before) {
  const heights = [...before];
  const columns = emptyColumns(rules);
  const stock = [...cards].reverse();

  /** @param {number} index */
  const sentUp = (index) => {
    const column = columns[index]?.cards ?? [];
    const card = column.at(-1);
    if (card === undefined || !goesUp(heights, card)) return false;
    column.pop();
    return true;
  };
  /** @param {number} index */
  const filled = (index) => {
    const card = stock.pop();
    if (card !== undefined) columns[index]?.cards.push(card);
    return card !== undefined;
  };

  const row = columns.map((_, index) => index);
  let holes = row;
  while (holes.length > 0) {
    holes.every(filled);
    /** @type {number[]} */
    const taken = [];
    for (let at = row.find(sentUp); at !== undefined; at = row.find(sentUp)) {
      taken.push(at);
    }
    holes = taken.sort((one, other) => one - other);
  }

  const outside = [0, rules.columns - 1];
  /** @type {Set<number>} */
  const open = new Set();
  for (let index = 0; filled(index); index = (index + 1) % rules.columns) {
    if (!outside.includes(index)) continue;
    open.add(index);
    for (;;) {
      const at = outside.find((each) => open.has(each) && sentUp(each));
      if (at === undefined) break;
      if (!filled(at)) open.delete(at);
    }
  }
  return { columns, stock: [], heights };
}

/**
 * Build a card if it fits; tell whether it did.
 *
 * @param {number[]} heights
 * @param {number} card
 */
function goesUp(heights, card) {
  const [foundation] = takers(heights, card);
  if (foundation === undefined) return false;
  heights[foundation] = (heights[foundation] ?? 0) + 1;
  return true;
}

/**
 * @param {Rules} rules
 * @returns {{cards: number[], hidden: number}[]}
 */
const emptyColumns = (rules) =>
  Array.from({ length: rules.columns }, () => ({ cards: [], hidden: 0 }));
