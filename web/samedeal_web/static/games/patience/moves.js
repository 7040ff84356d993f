/**
 * What may be moved where in patience, why not, and how it is written.
 */

import { cardWords, HEIGHT, rankOf } from "../cards.js";
import { Refused, say, sayCount } from "../wording.js";
import { takers, whyNotUp } from "./foundations.js";
import { fillsSpace, runLength, step, whyNotPair } from "./packing.js";

/** @typedef {import("./engine.js").Position} Position */
/** @typedef {import("../rulesets.js").PatienceRules} Rules */
/** @typedef {import("../wording.js").Wording} Wording */

/**
 * One action. A source is a column from 1, the waste, the stock or a redeal; a target
 * is a column from 1 or a foundation; size 0 for what deals.
 *
 * @typedef {object} Move
 * @property {number} source
 * @property {number} target
 * @property {number} size
 */

export const REDEAL = -2;
export const STOCK = -1;
export const WASTE = 0;
/** As a target. */
export const FOUNDATION = 0;
/** As a target: the second foundation of two that would take the card. */
const KINGS_FOUNDATION = -1;

/** @type {Move} */
const DEAL = { source: STOCK, target: STOCK, size: 0 };
/** @type {Move} */
const DEAL_AGAIN = { source: REDEAL, target: REDEAL, size: 0 };

const MOST_CHARACTERS = 16;
const WRITTEN = /^(?:([DR])|(W|[0-9]{1,2})(?:([FK])|>([0-9]{1,2})(?:X([0-9]{1,2}))?))$/;

/**
 * Read a move; throws Refused.
 *
 * @param {Rules} rules
 * @param {string} text
 * @returns {Move}
 */
export function parseMove(rules, text) {
  if (text.length > MOST_CHARACTERS) {
    const fields = { most: MOST_CHARACTERS, count: text.length };
    throw bad("a move has at most {most} characters, not {count}", fields);
  }
  const match = WRITTEN.exec(text.toUpperCase());
  if (match === null || /[^ -~]/.test(text)) {
    const template = "{text!r} is not a move: write D, R, 3>5, 3>5x2, 3F, 3K, W>5 or WF";
    throw bad(template, { text });
  }
  const [, deal, from = "", up, onto = "", count] = match;
  if (deal) return deal === "D" ? DEAL : DEAL_AGAIN;
  const source = from === "W" ? WASTE : column(rules, from);
  if (up) return { source, target: up === "F" ? FOUNDATION : KINGS_FOUNDATION, size: 1 };
  const size = Number(count ?? 1);
  if (size === 0) throw bad("{text!r} moves no card", { text });
  if (source === WASTE && size > 1) {
    throw bad("only the top card of the waste can be moved");
  }
  return { source, target: column(rules, onto), size };
}

/**
 * Write a move.
 *
 * @param {Move} move
 * @returns {string}
 */
export function formatMove({ source, target, size }) {
  if (source === STOCK) return "D";
  if (source === REDEAL) return "R";
  const from = source === WASTE ? "W" : String(source);
  if (target === FOUNDATION) return `${from}F`;
  if (target === KINGS_FOUNDATION) return `${from}K`;
  return `${from}>${target}${size > 1 ? `x${size}` : ""}`;
}

/**
 * List every legal move: columns from the left, the waste, then deals.
 *
 * @param {Rules} rules
 * @param {Position} position
 * @returns {Move[]}
 */
export function legalMoves(rules, position) {
  /** @type {Move[]} */
  const moves = [];
  position.columns.forEach((each, index) => {
    const run = each.cards.slice(each.cards.length - runLength(rules, each));
    addMovesOf(rules, position, index + 1, run, moves);
  });
  addMovesOf(rules, position, WASTE, position.waste.slice(-1), moves);
  if (whyNotDeal(rules, position) === null) moves.push(DEAL);
  if (position.redeals.length > 0) moves.push(DEAL_AGAIN);
  return moves;
}

/**
 * Return the reason why a move is not allowed, or null if it is.
 *
 * @param {Rules} rules
 * @param {Position} position
 * @param {Move} move
 * @returns {Wording | null}
 */
export function whyNot(rules, position, { source, target, size }) {
  if (source === STOCK) return whyNotDeal(rules, position);
  if (source === REDEAL) return whyNotRedeal(rules, position);
  if (source === WASTE && rules.stock !== "waste") return say("this game has no waste");
  const cards = source === WASTE ? position.waste : cardsOf(position, source);
  const exposed = cards.at(-1);
  if (exposed === undefined) {
    if (source === WASTE) return say("the waste is empty");
    return say("column {column} is empty", { column: source });
  }
  if (target <= FOUNDATION) {
    const reason = whyNotUp(position.heights, exposed);
    if (reason !== null || target === FOUNDATION) return reason;
    if (takers(position.heights, exposed).length > 1) return null;
    const card = cardWords(exposed);
    return say("only one foundation takes the {card}: write F", { card });
  }
  if (target === source) return say("a column cannot be moved onto itself");
  if (size > 1) {
    const reason = whyNotTogether(rules, position, source, size);
    if (reason !== null) return reason;
  }
  return whyNotOnto(rules, position, cards[cards.length - size] ?? 0, target);
}

/**
 * Return the reason why the stock may not be dealt now, or null.
 *
 * @param {Rules} rules
 * @param {Position} position
 * @returns {Wording | null}
 */
export function whyNotDeal(rules, position) {
  if (position.stock.length > 0) {
    return rules.space === "kings" ? whyNotBeforeFilling(rules, position) : null;
  }
  if (rules.stock === "none") return say("this game has no stock");
  return say("the stock is empty");
}

/**
 * Tell whether a legal move only takes a whole column to a space.
 *
 * @param {Position} position
 * @param {Move} move
 */
export function goesNowhere(position, { source, target, size }) {
  if (source < 1 || target < 1) return false;
  const whole = size === cardsOf(position, source).length;
  return whole && cardsOf(position, target).length === 0;
}

/**
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} source
 * @param {number} size
 * @returns {Wording | null}
 */
export function whyNotTogether(rules, position, source, size) {
  const own = position.columns[source - 1];
  if (own === undefined) return null;
  if (rules.unit === "one") return say("only one card can be moved at a time");
  const open = own.cards.length - own.hidden;
  if (size > open) {
    const cards = sayCount("1 card", "{count} cards", open);
    return say("column {column} has only {cards} face up", { column: source, cards });
  }
  const count = runLength(rules, own);
  if (size <= count) return null;
  if (count === 1) {
    return say("only 1 card of column {column} is a run", { column: source });
  }
  return say("only {count} cards of column {column} are a run", {
    column: source,
    count,
  });
}

/**
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} source
 * @param {readonly number[]} run
 * @param {Move[]} moves
 */
function addMovesOf(rules, position, source, run, moves) {
  const exposed = run.at(-1);
  if (exposed === undefined) return;
  takers(position.heights, exposed).forEach((_, index) => {
    moves.push({ source, target: index ? KINGS_FOUNDATION : FOUNDATION, size: 1 });
  });
  position.columns.forEach(({ cards }, index) => {
    if (index + 1 === source) return;
    const host = cards.at(-1);
    for (let size = 1; size <= run.length; size += 1) {
      const card = run[run.length - size] ?? 0;
      const fits = host === undefined ? fillsSpace(rules, card) : step(rules, card, host) !== 0;
      if (fits) moves.push({ source, target: index + 1, size });
    }
  });
}

/**
 * @param {Rules} rules
 * @param {Position} position
 */
function whyNotRedeal(rules, position) {
  if (position.redeals.length > 0) return null;
  return say(rules.redeals ? "no redeal is left" : "this game has no redeal");
}

/**
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} card
 * @param {number} target
 */
function whyNotOnto(rules, position, card, target) {
  const onto = cardsOf(position, target).at(-1);
  if (!card || onto === 0) return say("nobody knows that card yet");
  if (onto === undefined) {
    return fillsSpace(rules, card) ? null : say("only a king may fill a space");
  }
  return step(rules, card, onto) ? null : whyNotPair(rules, card, onto);
}

/**
 * Refuse to deal while a space could take a king that is free to move.
 *
 * A king at the bottom of its column has a column of its own already.
 *
 * @param {Rules} rules
 * @param {Position} position
 */
function whyNotBeforeFilling(rules, position) {
  if (position.columns.every(({ cards }) => cards.length > 0)) return null;
  for (const [index, each] of position.columns.entries()) {
    const run = runLength(rules, each);
    const head = each.cards[each.cards.length - run] ?? 0;
    if (run < each.cards.length && head && rankOf(head) === HEIGHT) {
      return say("fill the space with the {king} on column {column} before you deal", {
        king: cardWords(head),
        column: index + 1,
      });
    }
  }
  return null;
}

/**
 * @param {Position} position
 * @param {number} number
 */
const cardsOf = (position, number) => position.columns[number - 1]?.cards ?? [];

/**
 * @param {Rules} rules
 * @param {string} text
 */
function column(rules, text) {
  const number = Number(text);
  if (number >= 1 && number <= rules.columns) return number;
  const template = "there is no column {number}; they are numbered 1 to {columns}";
  throw bad(template, { number, columns: rules.columns });
}

/**
 * @param {string} template
 * @param {Wording["fields"]} [fields]
 */
const bad = (template, fields) => new Refused("bad_move", say(template, fields));
