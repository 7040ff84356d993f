/**
 * A table of patience by keys, as in the terminal; one tab stop, and arrows from there.
 */

import {
  goals,
  longest,
  movable,
  sendUp,
  sourceOf,
  whyNotThere,
} from "../../games/patience/choosing.js";
import { TAKE_BACK, TakingBack } from "../../games/patience/taking_back.js";
import { say } from "../../games/wording.js";
import { columnOf } from "../keys.js";
import { Table } from "./table.js";

/** @typedef {import("./table.js").Hand} Hand */

/** A table that listens to keys. */
export class KeyedTable extends Table {
  /** @param {FocusEvent} event */
  focused(event) {
    const element = /** @type {HTMLElement} */ (event.target);
    const { pile, at } = {
      pile: this.pileOf(element),
      at: Number(element.dataset.at ?? 0),
    };
    const { focus } = this.state;
    if (pile && (focus?.pile !== pile || focus.at !== at)) this.setState({ focus: { pile, at } });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const done = this.arrow(event.key) || (!this.isShut() && this.letter(event.key));
    if (done) event.preventDefault();
  }

  /**
   * @param {string} key
   * @returns {boolean}
   */
  letter(key) {
    const { game, position } = this.props;
    const { hand } = this.state;
    const number = columnOf(key);
    if (key === "Escape") {
      if (this.state.asks) this.setState({ asks: false });
      if (hand === null) return false;
      this.take(null);
    } else if (key.length === 1 && number >= 1 && number <= position.columns.length) {
      this.column(`column.${number}`, number);
    } else if (key === "w" && "waste" in this.zones()) {
      this.from("waste");
    } else if ((key === "f" || key === "k") && hand === null) {
      this.say(say("First choose what goes up, then press f."));
    } else if (key === "f" || key === "k") {
      this.up(hand, key);
    } else if (key === "d") {
      this.deal("D", this.element("stock"));
    } else if (key === "r" && game.rules.redeals > 0) {
      if (this.state.asks) {
        this.deal("R", null);
      } else {
        this.say(say("Press r again to gather the columns and deal them again."));
        this.setState({ asks: true });
        return true;
      }
    } else if (key === "a") {
      this.memory.goesUp = true;
      this.goUp();
    } else if (key === "u" && this.takesBack()) {
      const known = game instanceof TakingBack && !this.props.takesBack;
      if (known && !game.canTakeBack(position)) {
        this.say(say("Nothing is left to take back."));
      } else {
        this.move(TAKE_BACK, "");
      }
    } else {
      return false;
    }
    if (this.state.asks) this.setState({ asks: false });
    return true;
  }

  /**
   * @param {string} pile
   * @param {number} number
   */
  column(pile, number) {
    const { game, position } = this.props;
    const { hand } = this.state;
    if (hand === null) return this.from(pile);
    if (hand.pile === pile) return this.up(hand, "f");
    const text = hand.exact
      ? this.goals(hand).find(({ to }) => to === pile)?.text
      : longest(game, position, hand.pile, number);
    if (text) return this.move(text, pile);
    const reason = whyNotThere(game, position, hand.pile, hand.size, pile);
    this.say(say("{reason}.", { reason: reason ?? say("it fits nowhere") }));
    this.take(null);
  }

  /**
   * Take the longest run of a pile in hand.
   *
   * @param {string} pile
   */
  from(pile) {
    const { game, position } = this.props;
    const size = movable(game, position, pile);
    const element = this.element(pile);
    if (size === 0) return this.say(say("Nothing there can be moved."));
    this.setState({
      hand: { pile, size },
      focus: { pile, at: this.count(pile) - size },
    });
    this.say(this.called(pile));
    element?.querySelector("button")?.focus?.({ preventScroll: true });
  }

  /**
   * @param {Hand | null} hand
   * @param {string} key
   */
  up(hand, key) {
    if (hand === null) return;
    const { game, position } = this.props;
    const open = goals(game, position, hand.pile, 1).filter(({ text }) => /[FK]$/.test(text));
    const goal = (key === "k" && open.find(({ text }) => text.endsWith("K"))) || open[0];
    this.take(null);
    if (goal) return this.move(goal.text, goal.to);
    const reason = whyNotThere(game, position, hand.pile, 1, "foundation.1");
    this.say(say("{reason}.", { reason: reason ?? say("it fits nowhere") }));
  }

  /** Whether moves may be taken back here. */
  takesBack() {
    return Boolean(this.props.takesBack) || this.props.game instanceof TakingBack;
  }

  /** Send up what goes, one card after another, until none does or one has to wait. */
  goUp() {
    if (!this.memory.goesUp || this.isShut()) return;
    const text = sendUp(this.props.game, this.props.position);
    this.memory.goesUp = text !== null;
    if (text) this.move(text, "");
  }

  /**
   * @param {string} key
   * @returns {boolean}
   */
  arrow(key) {
    const by = new Map([
      ["ArrowLeft", -1],
      ["ArrowRight", 1],
    ]).get(key);
    const order = this.order();
    const focus = this.state.focus ?? this.begin();
    const index = Math.max(order.indexOf(focus.pile), 0);
    if (by !== undefined) {
      const pile = order[(index + by + order.length) % order.length] ?? focus.pile;
      this.look(pile);
      return true;
    }
    if (key !== "ArrowUp" && key !== "ArrowDown") return false;
    if (this.state.hand) return this.resize(this.state.hand, key === "ArrowUp" ? 1 : -1);
    const inColumn = focus.pile.startsWith("column.");
    const column = this.props.position.columns[Number(focus.pile.slice(7)) - 1];
    const next = focus.at + (key === "ArrowUp" ? -1 : 1);
    if (inColumn && column && next >= column.hidden && next < column.cards.length) {
      this.look(focus.pile, next);
    } else if (inColumn && key === "ArrowUp") {
      this.look(order[0] ?? focus.pile);
    } else if (!inColumn && key === "ArrowDown") {
      this.look("column.1");
    }
    return true;
  }

  /**
   * Take more or fewer cards of the run in hand.
   *
   * @param {Hand} hand
   * @param {number} by
   */
  resize({ pile, size }, by) {
    const { game, position } = this.props;
    const most = movable(game, position, pile);
    this.take({ pile, size: Math.max(1, Math.min(size + by, most)), exact: true });
    return true;
  }

  /**
   * Return the card of a pile that a Tab leads to: of most piles one alone is seen.
   *
   * @param {string} pile
   * @param {number} at
   */
  stopAt(pile, at) {
    const last = Math.max(this.count(pile) - 1, 0);
    if (pile === "stock") return 0;
    const column = this.props.position.columns[sourceOf(pile) - 1];
    return column ? Math.max(column.hidden, Math.min(at, last)) : last;
  }

  /** Every pile, in the order of reading. */
  order() {
    return Object.keys(this.zones()).filter((zone) => zone !== "redeals");
  }

  begin() {
    return { pile: "column.1", at: this.count("column.1") - 1 };
  }

  /**
   * Bring the focus to a card, the last one of a pile if none is said.
   *
   * @param {string} pile
   * @param {number} [at]
   */
  look(pile, at = Math.max(this.count(pile) - 1, 0)) {
    this.setState({ focus: { pile, at } }, () => {
      const own = /** @type {HTMLElement | null | undefined} */ (
        this.element(pile)?.querySelector(`button[data-at="${at}"]`) ??
          this.element(pile)?.querySelector("button")
      );
      own?.focus({ preventScroll: true });
    });
  }
}
