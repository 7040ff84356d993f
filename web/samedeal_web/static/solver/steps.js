/**
 * What a search of patience has to try, and what it may leave out.
 *
 * The same as the terminal's solver leaves out, but for what is lost at a glance; why
 * each thing may be is told in docs/explanation/solver.md.
 */

import { HEIGHT, isRed, rankOf, suitOf } from "../games/cards.js";
import { SUITS, takers } from "../games/patience/foundations.js";
import { FOUNDATION, formatMove, WASTE, whyNotDeal } from "../games/patience/moves.js";
import { fillsSpace, runLength, step } from "../games/patience/packing.js";

/** @typedef {import("../games/patience/engine.js").PatienceGame} PatienceGame */
/** @typedef {import("../games/patience/engine.js").Position} Position */

/**
 * What makes a position look far from won; the lowest sum is tried first.
 *
 * @typedef {object} Weights
 * @property {number} up  taken off for each card on a foundation
 * @property {number} hidden
 * @property {number} breaks  for each card that lies on one it does not fit
 * @property {number} spaces  taken off for each space
 * @property {number} stock  for each card of stock or waste
 * @property {number} waste  for each card of the waste, once more
 */

const BETWEEN = "\x7f";

/** One game as a search sees it: positions in which no action is counted. */
export class Steps {
  /** @param {PatienceGame} game */
  constructor(game) {
    const { rules } = game;
    this.game = game;
    this.rules = rules;
    this.fillsFirst = rules.space === "kings";
    /** Part of a run goes onto a card only to free the card beneath it. */
    this.hasWholeRuns = rules.packing === "alternate" && rules.packs === 1;
    this.hasSafeUps = this.hasWholeRuns && rules.foundations === "aces_up";
  }

  /**
   * Do all that is safe, adding the moves to a list.
   *
   * @param {Position} position
   * @param {string[]} moves
   * @returns {Position}
   */
  settled(position, moves) {
    let now = { ...position, ply: 0 };
    if (!this.hasSafeUps) return now;
    for (let text = this.#safeUp(now); text !== null; text = this.#safeUp(now)) {
      moves.push(text);
      now = { ...this.game.apply(now, text), ply: 0 };
    }
    return now;
  }

  /**
   * Return the position after some moves, and after all that is then safe, which is
   * added to them.
   *
   * @param {Position} position
   * @param {string[]} moves
   * @returns {Position}
   */
  made(position, moves) {
    let now = position;
    for (const text of moves) now = this.game.apply(now, text);
    return this.settled(now, moves);
  }

  /**
   * List what a search has to try: some moves each.
   *
   * @param {Position} position
   * @returns {string[][]}
   */
  of(position) {
    /** @type {string[][]} */
    const found = [];
    for (const index of position.columns.keys()) this.#addFromColumn(position, index + 1, found);
    if (this.rules.stock === "waste") this.#addFromTalon(position, found);
    else if (whyNotDeal(this.rules, position) === null) found.push(["D"]);
    if (position.redeals.length > 0) found.push(["R"]);
    return found;
  }

  /**
   * Return what two positions share just when they are the same to a player.
   *
   * @param {Position} position
   */
  key(position) {
    const columns = position.columns.map(({ cards, hidden }) =>
      String.fromCharCode(hidden, ...cards),
    );
    if (!this.#isOrdered(position)) columns.sort();
    const { stock, waste, redeals, heights } = position;
    const rest = [stock.length, redeals.length, ...heights, ...waste];
    return columns.join(BETWEEN) + BETWEEN + String.fromCharCode(...rest);
  }

  /**
   * Tell how far from won a position looks.
   *
   * @param {Position} position
   * @param {Weights} weights
   */
  far({ columns, stock, waste, heights }, weights) {
    let far = weights.stock * (stock.length + waste.length) + weights.waste * waste.length;
    for (const height of heights) far -= weights.up * height;
    for (const { cards, hidden } of columns) {
      if (cards.length === 0) far -= weights.spaces;
      far += weights.hidden * hidden;
      for (let at = 1; at < cards.length; at += 1) {
        if (step(this.rules, cards[at] ?? 0, cards[at - 1] ?? 0) === 0) far += weights.breaks;
      }
    }
    return far;
  }

  /**
   * Whether it matters which column is which.
   *
   * @param {Position} position
   */
  #isOrdered({ stock, redeals }) {
    if (this.rules.stock === "row") return stock.length > 0;
    return this.rules.redeal !== "shuffled" && redeals.length > 0;
  }

  /**
   * @param {Position} position
   * @param {number} source
   * @param {string[][]} found
   */
  #addFromColumn(position, source, found) {
    const own = position.columns[source - 1] ?? { cards: [], hidden: 0 };
    const { cards } = own;
    if (cards.length === 0) return;
    this.#addUps(position, cards.at(-1) ?? 0, [], source, found);
    const ordered = this.#isOrdered(position);
    const isAnyPart = ordered || !this.hasWholeRuns;
    const length = runLength(this.rules, own);
    for (let size = 1; size <= length; size += 1) {
      const card = cards.at(-size) ?? 0;
      const beneath = cards.at(-size - 1) ?? 0;
      if (size === length || isAnyPart || takers(position.heights, beneath).length > 0) {
        this.#addOnto(position, card, [], source, size, found);
      }
      if (size < cards.length || ordered) {
        this.#addToSpace(position, card, [], source, size, ordered, found);
      }
    }
  }

  /**
   * Turning a card is put off until the card turned last is played; but not where one
   * may only be turned once kings have filled the spaces.
   *
   * @param {Position} position
   * @param {string[][]} found
   */
  #addFromTalon(position, found) {
    const most = this.fillsFirst ? 0 : position.stock.length;
    /** @type {string[]} */
    const draws = [];
    for (let turned = 0; turned <= most; turned += 1) {
      const card = (turned ? position.stock[turned - 1] : position.waste.at(-1)) ?? 0;
      if (turned) draws.push("D");
      if (!card) continue;
      if (turned && this.rules.aces === "by_themselves" && rankOf(card) === 1) {
        found.push([...draws]);
        return;
      }
      this.#addUps(position, card, draws, WASTE, found);
      this.#addOnto(position, card, draws, WASTE, 1, found);
      this.#addToSpace(position, card, draws, WASTE, 1, false, found);
    }
    if (this.fillsFirst && whyNotDeal(this.rules, position) === null) found.push(["D"]);
  }

  /**
   * @param {Position} position
   * @param {number} card
   * @param {string[]} draws
   * @param {number} source
   * @param {string[][]} found
   */
  #addUps(position, card, draws, source, found) {
    takers(position.heights, card).forEach((_, at) => {
      found.push([...draws, formatMove({ source, target: FOUNDATION - at, size: 1 })]);
    });
  }

  /**
   * @param {Position} position
   * @param {number} card
   * @param {string[]} draws
   * @param {number} source
   * @param {number} size
   * @param {string[][]} found
   */
  #addOnto(position, card, draws, source, size, found) {
    position.columns.forEach(({ cards }, index) => {
      if (index + 1 === source || cards.length === 0) return;
      if (step(this.rules, card, cards.at(-1) ?? 0) === 0) return;
      found.push([...draws, formatMove({ source, target: index + 1, size })]);
    });
  }

  /**
   * Add moves to every space, or to the first one where spaces are alike.
   *
   * @param {Position} position
   * @param {number} card
   * @param {string[]} draws
   * @param {number} source
   * @param {number} size
   * @param {boolean} every
   * @param {string[][]} found
   */
  #addToSpace(position, card, draws, source, size, every, found) {
    if (!fillsSpace(this.rules, card)) return;
    for (const [index, { cards }] of position.columns.entries()) {
      if (cards.length > 0) continue;
      found.push([...draws, formatMove({ source, target: index + 1, size })]);
      if (!every) return;
    }
  }

  /** @param {Position} position */
  #safeUp(position) {
    if (!this.#isAnythingSafe(position)) return null;
    const { columns, waste, heights } = position;
    const safe = columns.findIndex(({ cards }) => isSafe(heights, cards.at(-1) ?? 0));
    if (safe >= 0) return `${safe + 1}F`;
    return isSafe(heights, waste.at(-1) ?? 0) ? "WF" : null;
  }

  /**
   * Where a deal waits until kings have filled the spaces, nothing is safe until every
   * king has its column: a card that goes up can make a space.
   *
   * @param {Position} position
   */
  #isAnythingSafe({ columns, stock, heights }) {
    if (!this.fillsFirst || stock.length === 0) return true;
    const kings = columns.filter(({ cards }) => cards[0] && rankOf(cards[0]) === HEIGHT);
    return kings.length + heights.filter((height) => height === HEIGHT).length === SUITS;
  }
}

/**
 * Tell whether a card can go up and nothing will have to lie on it (Blake & Gent 2026).
 *
 * @param {readonly number[]} heights
 * @param {number} card
 */
function isSafe(heights, card) {
  if (!card) return false;
  const [suit, rank] = [suitOf(card), rankOf(card)];
  const height = (/** @type {number} */ of) => heights[of] ?? 0;
  if (height(suit) !== rank - 1) return false;
  const low = isRed(card) ? Math.min(height(0), height(3)) : Math.min(height(1), height(2));
  return rank <= low + 1 || (rank <= low + 2 && rank <= height(SUITS - 1 - suit) + 3);
}
