/**
 * The patience games: deal, move cards, and do what follows by itself.
 */

import { FACE_DOWN, PACK, rankOf, suitOf } from "../cards.js";
import { Refused, say } from "../wording.js";
import { dealt, gathered } from "./dealing.js";
import { built, SUITS, takers } from "./foundations.js";
import {
  FOUNDATION,
  formatMove,
  goesNowhere,
  legalMoves,
  parseMove,
  REDEAL,
  STOCK,
  WASTE,
  whyNot,
} from "./moves.js";
import { patienceChanges, patienceTold } from "./words.js";

/** @typedef {import("../cards.js").Board} Board */
/** @typedef {import("../deals.js").Deal} Deal */
/** @typedef {import("./moves.js").Move} Move */
/** @typedef {import("./packing.js").Column} Column */
/** @typedef {import("../rulesets.js").PatienceRules} Rules */

/**
 * Everything on the table of one player; cards that are not known are 0.
 *
 * @typedef {object} Position
 * @property {readonly Column[]} columns
 * @property {readonly number[]} stock  the first card is the next one dealt
 * @property {readonly number[]} waste  the last card is exposed
 * @property {readonly number[]} heights  of the foundations
 * @property {number} ply
 * @property {readonly (readonly number[])[]} redeals  an order for each that is left
 */

const PLY_LIMIT = 1000;
const TIME_LIMIT_S = 600;

/** One patience game, after its rules. */
export class PatienceGame {
  /** @param {Rules} rules */
  constructor(rules) {
    this.rules = rules;
    this.cards = PACK * rules.packs;
    /** @type {import("../rulesets.js").About} */
    this.about = {
      key: rules.key,
      family: rules.family,
      title: rules.title,
      contest: "race",
      packs: rules.packs,
      cardsNeeded: this.cards,
      topScore: this.cards,
      plyLimit: PLY_LIMIT * rules.packs,
      timeLimitS: TIME_LIMIT_S * rules.packs,
      summary: rules.summary,
      rulesHash: rules.hash,
    };
  }

  /**
   * Return the opening position.
   *
   * @param {Deal} deal
   * @returns {Position}
   */
  setup(deal) {
    const { rules } = this;
    const none = Array(rules.foundations === "aces_up_kings_down" ? 2 * SUITS : SUITS).fill(0);
    const { columns, stock, heights } = dealt(rules, deal.cards, none);
    const redeals = Array.from({ length: rules.redeals }, (_, number) =>
      rules.redeal === "shuffled" ? (deal.redeals[number] ?? []) : [],
    );
    const table = { columns, stock, waste: [], heights, ply: 0, redeals };
    return settled(rules, table, columns.keys());
  }

  /**
   * List every legal move in notation; none when it is over.
   *
   * @param {Position} position
   * @returns {string[]}
   */
  legalMoves(position) {
    return this.#moves(position).map(formatMove);
  }

  /**
   * Take an action and all that follows by itself; throws Refused.
   *
   * @param {Position} position
   * @param {string} text
   * @returns {Position}
   */
  apply(position, text) {
    const move = parseMove(this.rules, text);
    const refuse = (/** @type {import("../wording.js").Wording} */ wording) =>
      new Refused("illegal_move", wording);
    if (position.ply >= this.about.plyLimit) {
      const count = this.about.plyLimit;
      throw refuse(say("the game is over: it allows {count} actions", { count }));
    }
    if (this.isWon(position)) throw refuse(say("the game is over: every card is up"));
    const reason = whyNot(this.rules, position, move);
    if (reason !== null) throw refuse(reason);
    if (goesNowhere(position, move) && this.isOver(position)) {
      throw refuse(say("the game is over: nothing is left to do"));
    }
    if (move.source === STOCK) return this.#dealtOn(position);
    if (move.source === REDEAL) return this.#dealtAgain(position);
    return this.#moved(position, move);
  }

  /**
   * Return the position after a move as far as it can be seen, or null where too much
   * of it is not known yet: a row dealt, a shuffled redeal. A card that is turned up by
   * the move stays 0 (`isKnown` tells); throws Refused.
   *
   * @param {Position} position
   * @param {string} text
   * @returns {Position | null}
   */
  foretell(position, text) {
    return foretold(this, position, text);
  }

  /**
   * Whether every card that lies face up is known.
   *
   * @param {Position} position
   */
  isKnown(position) {
    return unknownShown(position) === 0;
  }

  /** @param {Position} position */
  ply(position) {
    return position.ply;
  }

  /**
   * Count the cards on the foundations.
   *
   * @param {Position} position
   */
  score(position) {
    return position.heights.reduce((sum, height) => sum + height, 0);
  }

  /**
   * Whether the game is out, worn out, or nothing is left to do.
   *
   * @param {Position} position
   */
  isOver(position) {
    return this.#moves(position).length === 0;
  }

  /**
   * Whether every card is on its foundation.
   *
   * @param {Position} position
   */
  isWon(position) {
    return this.score(position) === this.cards;
  }

  /**
   * Return what the player of a position may know of it.
   *
   * @param {Position} position
   * @returns {Board}
   */
  view(position) {
    /** @type {Record<string, readonly number[]>} */
    const zones = {};
    if (this.rules.stock !== "none") zones.stock = position.stock.map(() => FACE_DOWN);
    if (this.rules.stock === "waste") zones.waste = position.waste;
    if (this.rules.redeals > 0) zones.redeals = position.redeals.map(() => FACE_DOWN);
    position.heights.forEach((height, number) => {
      zones[`foundation.${number + 1}`] = built(number, height);
    });
    position.columns.forEach(({ cards, hidden }, index) => {
      const shown = cards.map((card, at) => (at < hidden ? FACE_DOWN : card));
      zones[`column.${index + 1}`] = shown;
    });
    return { ply: position.ply, zones };
  }

  /**
   * Rebuild a position from a board, the hidden cards being 0.
   *
   * @param {Board} board
   * @returns {Position}
   */
  positionFrom({ ply, zones }) {
    const foundations = this.rules.foundations === "aces_up_kings_down" ? 2 * SUITS : SUITS;
    return {
      columns: Array.from({ length: this.rules.columns }, (_, index) => {
        const cards = zones[`column.${index + 1}`] ?? [];
        return { cards, hidden: cards.filter((card) => !card).length };
      }),
      stock: zones.stock ?? [],
      waste: zones.waste ?? [],
      heights: Array.from(
        { length: foundations },
        (_, number) => zones[`foundation.${number + 1}`]?.length ?? 0,
      ),
      ply,
      redeals: (zones.redeals ?? []).map(() => []),
    };
  }

  /**
   * Return a whole board in words.
   *
   * @param {Position} position
   */
  told(position) {
    return patienceTold(this.about, this.view(position));
  }

  /**
   * Return what a move has changed in words; null where columns are new altogether.
   *
   * @param {Position} before
   * @param {Position} after
   */
  changes(before, after) {
    return patienceChanges(this.view(before), this.view(after));
  }

  /**
   * @param {Position} position
   * @returns {Move[]}
   */
  #moves(position) {
    if (position.ply >= this.about.plyLimit || this.isWon(position)) return [];
    const moves = legalMoves(this.rules, position);
    if (position.stock.length > 0 || position.redeals.length > 0) return moves;
    return moves.every((move) => goesNowhere(position, move)) ? [] : moves;
  }

  /**
   * @param {Position} position
   * @param {Move} move
   */
  #moved(position, { source, target, size }) {
    const columns = [...position.columns];
    const heights = [...position.heights];
    let { waste } = position;
    /** @type {readonly number[]} */
    let cards;
    if (source === WASTE) {
      cards = waste.slice(-1);
      waste = waste.slice(0, -1);
    } else {
      const from = columnAt(columns, source);
      cards = from.cards.slice(-size);
      columns[source - 1] = { ...from, cards: from.cards.slice(0, -size) };
    }
    if (target <= FOUNDATION) {
      const foundation = takers(heights, cards[0] ?? 0)[-target] ?? 0;
      heights[foundation] = (heights[foundation] ?? 0) + 1;
    } else {
      const onto = columnAt(columns, target);
      columns[target - 1] = { ...onto, cards: [...onto.cards, ...cards] };
    }
    const table = { ...position, columns, heights, waste, ply: position.ply + 1 };
    return settled(this.rules, table, source === WASTE ? [] : [source - 1]);
  }

  /** @param {Position} position */
  #dealtOn(position) {
    const { rules } = this;
    const ply = position.ply + 1;
    if (rules.stock === "waste") {
      const waste = [...position.waste, ...position.stock.slice(0, 1)];
      return settled(rules, { ...position, waste, stock: position.stock.slice(1), ply }, []);
    }
    const row = position.stock.slice(0, rules.columns);
    const columns = position.columns.map(({ cards, hidden }, index) => ({
      cards: [...cards, ...row.slice(index, index + 1)],
      hidden,
    }));
    const table = {
      ...position,
      columns,
      stock: position.stock.slice(row.length),
      ply,
    };
    return settled(rules, table, row.keys());
  }

  /** @param {Position} position */
  #dealtAgain(position) {
    const [order = [], ...redeals] = position.redeals;
    const cards = gathered(this.rules, position.columns, order);
    const { columns, heights } = dealt(this.rules, cards, position.heights);
    const table = { ...position, columns, heights, redeals, ply: position.ply + 1 };
    return settled(this.rules, table, columns.keys());
  }
}

/**
 * Turn up what was uncovered and, where they go by themselves, send exposed aces up.
 *
 * @param {Rules} rules
 * @param {Position} table
 * @param {Iterable<number>} uncovered
 * @returns {Position}
 */
function settled(rules, table, uncovered) {
  const columns = [...table.columns];
  const heights = [...table.heights];
  const goes = (/** @type {number | undefined} */ card) =>
    rules.aces === "by_themselves" && card !== undefined && card > 0 && rankOf(card) === 1;
  for (const index of uncovered) {
    let { cards, hidden } = columnAt(columns, index + 1);
    while (cards.length > 0) {
      hidden = Math.min(hidden, cards.length - 1);
      const exposed = cards.at(-1);
      if (!goes(exposed)) break;
      heights[suitOf(exposed ?? 1)] = 1;
      cards = cards.slice(0, -1);
    }
    columns[index] = { cards, hidden };
  }
  let { waste } = table;
  while (goes(waste.at(-1))) {
    heights[suitOf(waste.at(-1) ?? 1)] = 1;
    waste = waste.slice(0, -1);
  }
  return { ...table, columns, heights, waste };
}

/**
 * Count the cards that lie face up and are not known.
 *
 * @param {Position} position
 */
function unknownShown({ columns, waste }) {
  const open = columns.flatMap(({ cards, hidden }) => cards.slice(hidden));
  return [...open, ...waste].filter((card) => card === FACE_DOWN).length;
}

/**
 * Return what can be seen of the position after a move; see `foretell`.
 *
 * @param {PatienceGame} game
 * @param {Position} position
 * @param {string} text
 * @returns {Position | null}
 */
export function foretold(game, position, text) {
  const after = game.apply(game.positionFrom(game.view(position)), text);
  return unknownShown(after) > 1 ? null : after;
}

/**
 * @param {readonly Column[]} columns
 * @param {number} number  from 1
 */
const columnAt = (columns, number) => columns[number - 1] ?? { cards: [], hidden: 0 };
