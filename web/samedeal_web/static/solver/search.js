/**
 * Whether a position of patience can be won by who knows every card: searched within
 * limits, best first and then depth first, as the terminal's solver does.
 *
 * What is called won has been played through the rules; what is called lost was
 * searched to its end.
 */

import { Heap } from "./heap.js";
import { Steps } from "./steps.js";

/** @typedef {import("../games/patience/engine.js").PatienceGame} PatienceGame */
/** @typedef {import("../games/patience/engine.js").Position} Position */
/** @typedef {import("./steps.js").Weights} Weights */

export const WINNABLE = "winnable";
export const UNWINNABLE = "unwinnable";
export const UNDECIDED = "undecided";

/**
 * @typedef {object} Verdict
 * @property {"winnable" | "unwinnable" | "undecided"} outcome
 * @property {readonly string[]} line  that wins; empty unless it is winnable
 */

/**
 * How a position was come to.
 *
 * @typedef {object} Origin
 * @property {Position} position
 * @property {Origin | null} parent
 * @property {readonly string[]} moves
 */

/** Positions that a pass keeps, to be searched from: some 60 MB of a browser's. */
const MOST_KEPT = 60_000;
/** Positions of which the last pass remembers that they were met: some 60 MB. */
const MOST_MET = 500_000;
const ASKED_EVERY = 64;

/** @type {(weights: Partial<Weights>) => Weights} */
const weighing = (weights) => ({
  up: 0,
  hidden: 0,
  breaks: 0,
  spaces: 0,
  stock: 0,
  waste: 0,
  ...weights,
});

const KINGS = [weighing({ up: 7, hidden: 5, breaks: 4, spaces: 7, stock: 1 })];
const PLANS = {
  waste: [
    weighing({ hidden: 3, breaks: 2, stock: 5, waste: 5 }),
    weighing({ hidden: 3, breaks: 2, stock: 10, waste: 10 }),
  ],
  row: [weighing({ up: 1, hidden: 6, breaks: 3, stock: 2 })],
  none: [weighing({ up: 2, breaks: 1, spaces: 5 }), weighing({ up: 1, breaks: 2, spaces: 2 })],
};
/** The most that a pass keeps which is not the last one of its kind. */
const FEW_KEPT = 20_000;

/** Thrown where a search went as far as it may. */
class Enough extends Error {}

/**
 * Search a position; `isLate` says when it has taken long enough.
 *
 * @param {PatienceGame} game
 * @param {Position} position
 * @param {() => boolean} isLate
 * @returns {Verdict}
 */
export function search(game, position, isLate) {
  return new Search(new Steps(game), isLate).run(position);
}

class Search {
  /**
   * @param {Steps} steps
   * @param {() => boolean} isLate
   */
  constructor(steps, isLate) {
    this.steps = steps;
    this.isLate = isLate;
    /** @type {Set<string>} */
    this.met = new Set();
    this.asked = 0;
  }

  /**
   * @param {Position} position
   * @returns {Verdict}
   */
  run(position) {
    const { rules } = this.steps;
    const plan = rules.space === "kings" ? KINGS : PLANS[rules.stock];
    const passes = plan.map(
      (weights, at) => () =>
        this.#bestFirst(position, weights, at < plan.length - 1 ? FEW_KEPT : MOST_KEPT),
    );
    const first = plan[0] ?? weighing({});
    for (const pass of [...passes, () => this.#depthFirst(position, first)]) {
      this.met.clear();
      try {
        const line = pass();
        return { outcome: line ? WINNABLE : UNWINNABLE, line: line ?? [] };
      } catch (error) {
        if (!(error instanceof Enough)) throw error;
        if (this.isLate()) break;
      }
    }
    return { outcome: UNDECIDED, line: [] };
  }

  /** @param {Position} position */
  #isNew(position) {
    const before = this.met.size;
    this.met.add(this.steps.key(position));
    return this.met.size > before;
  }

  #checkTime() {
    this.asked += 1;
    if (this.asked % ASKED_EVERY === 0 && this.isLate()) throw new Enough();
  }

  /** @param {Position} position */
  #opening(position) {
    /** @type {string[]} */
    const moves = [];
    return { position: this.steps.settled(position, moves), parent: null, moves };
  }

  /**
   * Return a line that wins, or null if there is none; throws Enough.
   *
   * @param {Position} position
   * @param {Weights} weights
   * @param {number} most
   */
  #bestFirst(position, weights, most) {
    const { steps } = this;
    const start = this.#opening(position);
    this.#isNew(start.position);
    if (steps.game.isWon(start.position)) return lineOf(start);
    /** @type {Heap<Origin>} */
    const waiting = new Heap();
    waiting.push(0, start);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const tried of steps.of(next.position)) {
        const moves = [...tried];
        const after = steps.made(next.position, moves);
        this.#checkTime();
        if (!this.#isNew(after)) continue;
        const found = { position: after, parent: next, moves };
        if (steps.game.isWon(after)) return lineOf(found);
        if (this.met.size > most) throw new Enough();
        waiting.push(steps.far(after, weights), found);
      }
    }
    return null;
  }

  /**
   * The same, one branch after another, which needs little memory for a position.
   *
   * @param {Position} position
   * @param {Weights} weights
   */
  #depthFirst(position, weights) {
    const { steps } = this;
    const start = this.#opening(position);
    this.#isNew(start.position);
    if (steps.game.isWon(start.position)) return lineOf(start);
    /** @type {Origin[]} */
    const pending = [start];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      /** @type {{far: number, origin: Origin}[]} */
      const children = [];
      if (next.parent !== null && !this.#isNew(next.position)) continue;
      if (this.met.size > MOST_MET) throw new Enough();
      for (const tried of steps.of(next.position)) {
        const moves = [...tried];
        const after = steps.made(next.position, moves);
        this.#checkTime();
        const origin = { position: after, parent: next, moves };
        if (steps.game.isWon(after)) return lineOf(origin);
        if (this.met.has(steps.key(after))) continue;
        children.push({ far: steps.far(after, weights), origin });
      }
      children.sort((one, other) => other.far - one.far);
      for (const { origin } of children) pending.push(origin);
    }
    return null;
  }
}

/**
 * @param {Origin} last
 * @returns {string[]}
 */
function lineOf(last) {
  const parts = [];
  for (let at = /** @type {Origin | null} */ (last); at !== null; at = at.parent)
    parts.push(at.moves);
  return parts.reverse().flat();
}
