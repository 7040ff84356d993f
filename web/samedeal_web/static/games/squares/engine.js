/**
 * Poker Squares: twenty-five cards laid one by one, counted as ten poker hands.
 */

import { cardWords, FACE_DOWN } from "../cards.js";
import { Refused, say } from "../wording.js";
import { formatCell, legalCells, parseCell, SIZE, whyNotLay } from "./cells.js";
import { handOf } from "./hands.js";
import { squaresChanges, squaresTold } from "./words.js";

/** @typedef {import("../cards.js").Board} Board */
/** @typedef {import("./cells.js").Cell} Cell */
/** @typedef {import("../deals.js").Deal} Deal */
/** @typedef {import("../rulesets.js").SquaresRules} Rules */

/**
 * The 25 cards of a deal, and the cells of those laid so far, in order; cards that are
 * not known are 0.
 *
 * @typedef {object} Layout
 * @property {readonly number[]} cards
 * @property {readonly Cell[]} cells
 */

/**
 * A row or a column as it stands; its points count only once it is complete.
 *
 * @typedef {object} Line
 * @property {"row" | "column"} axis
 * @property {number} number  the row or column of its cells
 * @property {readonly number[]} cards
 * @property {number} hand
 * @property {number} points
 * @property {boolean} complete
 */

const LAID = SIZE * SIZE;
const TIME_LIMIT_S = 300;

/** One game of Poker Squares, after its rules. */
export class SquaresGame {
  /** @param {Rules} rules */
  constructor(rules) {
    this.rules = rules;
    /** @type {import("../rulesets.js").About} */
    this.about = {
      key: rules.key,
      family: "squares",
      title: rules.title,
      contest: "score",
      packs: 1,
      cardsNeeded: LAID,
      topScore: rules.topScore,
      plyLimit: LAID,
      timeLimitS: TIME_LIMIT_S,
      summary: rules.summary,
      rulesHash: rules.hash,
    };
  }

  /**
   * Return the empty layout.
   *
   * @param {Deal} deal
   * @returns {Layout}
   */
  setup(deal) {
    return { cards: deal.cards.slice(0, LAID), cells: [] };
  }

  /**
   * List the cells open to the next card in notation, row by row from the top.
   *
   * @param {Layout} position
   * @returns {string[]}
   */
  legalMoves(position) {
    return this.openCells(position).map((cell) => formatCell(this.rules.laying, cell));
  }

  /**
   * List the cells open to the next card.
   *
   * @param {Layout} position
   * @returns {Cell[]}
   */
  openCells({ cells }) {
    return cells.length === LAID ? [] : legalCells(this.rules.laying, cells);
  }

  /**
   * Lay the next card on a cell; throws Refused.
   *
   * @param {Layout} position
   * @param {string} text
   * @returns {Layout}
   */
  apply({ cards, cells }, text) {
    const cell = parseCell(this.rules.laying, text);
    const refuse = (/** @type {import("../wording.js").Wording} */ wording) =>
      new Refused("illegal_move", wording);
    if (cells.length === LAID) throw refuse(say("all 25 cards are laid"));
    const there = cells.findIndex(([column, row]) => column === cell[0] && row === cell[1]);
    if (there >= 0) {
      const card = cardWords(cards[there] ?? 0);
      throw refuse(say("the {card} lies there already", { card }));
    }
    const reason = whyNotLay(this.rules.laying, cells, cell);
    if (reason !== null) throw refuse(reason);
    return { cards, cells: [...cells, cell] };
  }

  /**
   * Return the position after a move as far as it can be seen: the card that comes next
   * stays 0 until it is known (`isKnown` tells); throws Refused.
   *
   * @param {Layout} position
   * @param {string} text
   * @returns {Layout | null}
   */
  foretell(position, text) {
    return this.apply(this.positionFrom(this.view(position)), text);
  }

  /**
   * Whether the card to lay is known, where there is one.
   *
   * @param {Layout} position
   */
  isKnown({ cards, cells }) {
    return cards[cells.length] !== FACE_DOWN;
  }

  /** @param {Layout} position */
  ply(position) {
    return position.cells.length;
  }

  /**
   * Add up the complete lines.
   *
   * @param {Layout} position
   */
  score(position) {
    return this.lines(position).reduce((sum, line) => sum + (line.complete ? line.points : 0), 0);
  }

  /**
   * Whether all 25 cards are laid, or the next one has nowhere to lie.
   *
   * @param {Layout} position
   */
  isOver(position) {
    return this.openCells(position).length === 0;
  }

  /**
   * Whether it is out, which it never is: the points decide.
   *
   * @param {Layout} _
   */
  isWon(_) {
    return false;
  }

  /**
   * Return what the player of a position may know of it.
   *
   * @param {Layout} position
   * @returns {Board}
   */
  view({ cards, cells }) {
    const laid = cells.length;
    /** @type {Record<string, readonly number[]>} */
    const zones = {
      next: cards.slice(laid, laid + 1),
      stock: Array(Math.max(LAID - laid - 1, 0)).fill(FACE_DOWN),
    };
    if (this.rules.laying === "serpent") zones.last = cards.slice(0, laid).slice(-1);
    cells.forEach((cell, at) => {
      zones[`cell.${formatCell(this.rules.laying, cell)}`] = cards.slice(at, at + 1);
    });
    return { ply: laid, zones };
  }

  /**
   * Rebuild a position from a board, the cards still to come being 0.
   *
   * @param {Board} board
   * @returns {Layout}
   */
  positionFrom({ zones }) {
    const last = zones.last?.[0];
    const laid = Object.entries(zones)
      .filter(([zone]) => zone.startsWith("cell."))
      .map(([zone, [card = 0]]) => ({ zone, card }));
    const sorted = [
      ...laid.filter(({ card }) => card !== last),
      ...laid.filter(({ card }) => card === last),
    ];
    return {
      cards: [...sorted.map(({ card }) => card), ...(zones.next ?? []), ...(zones.stock ?? [])],
      cells: sorted.map(({ zone }) => parseCell(this.rules.laying, zone.slice(5))),
    };
  }

  /**
   * List the lines that have a card: rows from the top, then columns.
   *
   * @param {Layout} position
   * @returns {Line[]}
   */
  lines({ cards, cells }) {
    const axes = /** @type {const} */ ([
      ["row", 1],
      ["column", 0],
    ]);
    return axes.flatMap(([axis, part]) => {
      const numbers = cells.map((cell) => cell[part]);
      const sorted = [...new Set(numbers)].sort((one, other) => one - other);
      return sorted.map((number) => {
        const own = cards.filter((_, at) => numbers[at] === number);
        const hand = handOf(own);
        const points = this.rules.points[hand] ?? 0;
        return {
          axis,
          number,
          cards: own,
          hand,
          points,
          complete: own.length === SIZE,
        };
      });
    });
  }

  /**
   * Return a whole layout in words.
   *
   * @param {Layout} position
   */
  told(position) {
    return squaresTold(this, position);
  }

  /**
   * Return in words what was laid, what it counts now, and the next card.
   *
   * @param {Layout} before
   * @param {Layout} after
   */
  changes(before, after) {
    return squaresChanges(this, before, after);
  }
}
