/**
 * A patience game in which moves may be taken back, as long as they showed nothing.
 *
 * It is the same game with one action more, U, which costs a ply like any other. A
 * position may have `past`: what can be gone back to, oldest first.
 */

import { Refused, say } from "../wording.js";
import { foretold, PatienceGame } from "./engine.js";

/** @typedef {import("./engine.js").Position} Position */
/** @typedef {Position & {past?: readonly Position[]}} Retraceable */

export const TAKE_BACK = "U";
const KEPT_MOST = 100;

/** A patience game with `TAKE_BACK`; everything else is the game's own. */
export class TakingBack extends PatienceGame {
  /**
   * Take an action, or the last one back; throws Refused.
   *
   * @override
   * @param {Retraceable} position
   * @param {string} text
   * @returns {Retraceable}
   */
  apply(position, text) {
    if (text.toUpperCase() === TAKE_BACK) return this.#takenBack(position);
    const { past = [], ...now } = position;
    return remembering(past, now, super.apply(now, text));
  }

  /**
   * Return the position after a move as far as it can be seen, or null.
   *
   * @override
   * @param {Retraceable} position
   * @param {string} text
   * @returns {Retraceable | null}
   */
  foretell(position, text) {
    if (text.toUpperCase() === TAKE_BACK) return this.#takenBack(position);
    const { past = [], ...now } = position;
    const after = foretold(this, now, text);
    return after && remembering(past, now, after);
  }

  /**
   * Whether something can be taken back.
   *
   * @param {Retraceable} position
   */
  canTakeBack(position) {
    return (position.past ?? []).length > 0 && !this.isOver(position);
  }

  /**
   * @param {Retraceable} position
   * @returns {Retraceable}
   */
  #takenBack({ past = [], ...now }) {
    const back = past.at(-1);
    if (this.isOver(now)) {
      const over = say("the game is over: moves can no longer be taken back");
      throw new Refused("illegal_move", over);
    }
    if (back === undefined) {
      const shown = say("nothing can be taken back: a card that has been shown stays shown");
      throw new Refused("illegal_move", shown);
    }
    return { ...back, ply: now.ply + 1, past: past.slice(0, -1) };
  }
}

/**
 * @param {readonly Position[]} past
 * @param {Position} now
 * @param {Position} after
 * @returns {Retraceable}
 */
function remembering(past, now, after) {
  if (unknown(after) !== unknown(now)) return after;
  return { ...after, past: [...past, now].slice(-KEPT_MOST) };
}

/**
 * Count what its player has not been shown yet.
 *
 * @param {Position} position
 */
function unknown({ columns, stock, redeals }) {
  const hidden = columns.reduce((sum, column) => sum + column.hidden, 0);
  return hidden + stock.length + redeals.length;
}
