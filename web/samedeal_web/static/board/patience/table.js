/**
 * A table of patience: what lies on it, and what is chosen by tap or by dragging.
 */

import { cardWords, SUIT_WORDS } from "../../games/cards.js";
import { goals, plainly, whyNowhere } from "../../games/patience/choosing.js";
import { columnTold, listed, pileTold } from "../../games/patience/words.js";
import { say } from "../../games/wording.js";
import { Component } from "../../vendor/htm-preact-3.1.1.js";
import { Dragging } from "../dragging.js";
import { glide, seenOn, shake } from "../motion.js";

/** @typedef {import("../../games/patience/choosing.js").Goal} Goal */
/** @typedef {import("../../games/patience/engine.js").PatienceGame} PatienceGame */
/** @typedef {import("../../games/patience/engine.js").Position} Position */
/** @typedef {import("../../games/wording.js").Wording} Wording */

/** @typedef {import("../board.js").BoardProps<PatienceGame, Position>} TableauProps */

/**
 * What is in hand: the last cards of a pile; all of a run that fits, if not exact.
 *
 * @typedef {{pile: string, size: number, exact?: boolean}} Hand
 */

/** @typedef {{hand: Hand | null, focus: {pile: string, at: number} | null, asks: boolean}} TableauState */

/**
 * What somebody does at a table with a finger or a mouse.
 *
 * @extends {Component<TableauProps, TableauState>}
 */
export class Table extends Component {
  /**
   * @override
   * @type {TableauState}
   */
  state = { hand: null, focus: null, asks: false };

  /**
   * What is remembered: the position that was told of last; the pile to which the focus goes with the
   * cards, empty for none; whether all that goes up is on its way; and the card that was
   * tapped while an answer was awaited.
   */
  memory = {
    told: this.props.position,
    follows: "",
    goesUp: false,
    waits: { pile: "", card: 0, at: "" },
  };

  /** @type {{position: Position, zones: Readonly<Record<string, readonly number[]>>} | null} */
  read = null;

  dragging = new Dragging({
    lifted: (element) => this.lifted(element),
    began: (element) => this.take(this.handAt(element)),
    targets: () => this.targets(),
    dropped: (element) => this.dropped(element),
  });

  // ------------------------------------------------------------ what lies there

  /**
   * Return a pile's spoken name.
   *
   * @param {string} pile
   * @returns {Wording}
   */
  called(pile) {
    const { ply, heights } = this.props.position;
    const board = { ply, zones: this.zones() };
    const cards = board.zones[pile] ?? [];
    const [kind, number] = pile.split(".");
    if (kind === "column") return columnTold(Number(number), cards);
    if (kind !== "foundation") return pileTold(board, pile);
    const top = cards.at(-1);
    const suit = SUIT_WORDS[(Number(number) - 1) % 4] ?? cardWords(0);
    const state = top ? cardWords(top) : say("empty");
    if (heights.length === 4) return say("Foundation, {suit}: {state}", { suit, state });
    return Number(number) <= 4
      ? say("Foundation up, {suit}: {state}", { suit, state })
      : say("Foundation down, {suit}: {state}", { suit, state });
  }

  /** The piles of the position, with their cards as they are seen; read once. */
  zones() {
    const { game, position } = this.props;
    if (this.read?.position !== position) {
      this.read = { position, zones: game.view(position).zones };
    }
    return this.read.zones;
  }

  /** @param {Element} element */
  pileOf(element) {
    const own = /** @type {HTMLElement | null} */ (element.closest("[data-pile]"));
    return own?.dataset.pile ?? "";
  }

  /**
   * @param {string} pile
   * @returns {HTMLElement | null}
   */
  element(pile) {
    return this.base?.querySelector(`[data-pile="${pile}"]`) ?? null;
  }

  // ------------------------------------------------------------ choosing

  /** @param {Hand} hand */
  goals({ pile, size }) {
    return goals(this.props.game, this.props.position, pile, size);
  }

  /** Whether nobody may move now. */
  isShut() {
    return Boolean(this.props.busy || this.props.still);
  }

  /** @param {Hand | null} hand */
  take(hand) {
    this.setState({ hand });
  }

  /**
   * @param {readonly Wording[]} wordings
   */
  say(...wordings) {
    this.props.onSay?.(wordings);
  }

  /**
   * @param {string} text
   * @param {string} to  where the cards go
   */
  move(text, to) {
    this.setState({ hand: null, asks: false });
    if (this.base?.contains(document.activeElement)) this.memory.follows = to;
    this.props.onMove(text);
  }

  /**
   * @param {Element} element
   * @returns {Hand}
   */
  handAt(element) {
    const pile = this.pileOf(element);
    const at = Number(/** @type {HTMLElement} */ (element.closest("[data-at]"))?.dataset.at ?? 0);
    return { pile, size: this.count(pile) - at, exact: true };
  }

  /** @param {string} pile */
  count(pile) {
    return this.zones()[pile]?.length ?? 0;
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const element = /** @type {Element} */ (event.target);
    if (this.dragging.swallows && event.detail > 0) {
      this.dragging.swallows = false;
      return;
    }
    const pile = this.pileOf(element);
    if (!pile || this.props.still) return;
    if (this.props.busy) return this.remember(pile, element);
    const { hand } = this.state;
    const focused = element.closest("button");
    if (focused) this.setState({ focus: { pile, at: Number(focused.dataset.at ?? 0) } });
    if (hand !== null) {
      const goal = this.goals(hand).find(({ to }) => to === pile);
      if (goal) return this.move(goal.text, goal.to);
      this.take(null);
      if (hand.pile === pile) return;
    }
    this.tapped(pile, element);
  }

  /**
   * Keep a tap on a card until the answer is here: the last one, and none on the stock,
   * which would turn what nobody has seen yet.
   *
   * @param {string} pile
   * @param {Element} element
   */
  remember(pile, element) {
    const own = /** @type {HTMLElement | null} */ (element.closest("[data-card]"));
    const { card = "", at = "" } = own?.dataset ?? {};
    this.memory.waits = { pile, card: Number(card), at };
  }

  /** Do what was tapped while an answer was awaited, if its card is still there. */
  catchUp() {
    const { pile, card, at } = this.memory.waits;
    if (!card || this.isShut()) return;
    this.memory.waits = { pile: "", card: 0, at: "" };
    const same = `button[data-card="${card}"][data-at="${at}"]`;
    const element = this.element(pile)?.querySelector(same);
    if (element) this.tapped(pile, element);
  }

  /**
   * @param {string} pile
   * @param {Element} element
   */
  tapped(pile, element) {
    const { game, position } = this.props;
    if (pile === "stock") return this.deal("D", element);
    const open = element.closest("[data-card]:not([data-card='0'])");
    if (!pile.startsWith("column.") && pile !== "waste") return this.say(this.called(pile));
    if (open === null) return this.say(this.called(pile));
    const own = this.handAt(open);
    const best = plainly(game, position, own.pile, own.size);
    if (best) return this.move(best.text, best.to);
    this.lift(own, open);
  }

  /**
   * Take cards in hand, if they have somewhere to go.
   *
   * @param {Hand} hand
   * @param {Element} element
   */
  lift(hand, element) {
    const { game, position } = this.props;
    const open = this.goals(hand);
    if (open.length === 0) {
      shake(element);
      this.say(say("{reason}.", { reason: whyNowhere(game, position, hand.pile, hand.size) }));
      return;
    }
    this.take(hand);
    const cards = (this.zones()[hand.pile] ?? []).slice(-hand.size);
    const where = open.map(({ to }) =>
      to.startsWith("foundation.")
        ? say("{reason}.", { reason: this.called(to) })
        : this.called(to),
    );
    this.say(say("In hand: {cards}.", { cards: listed(cards) }), ...where);
  }

  /**
   * @param {string} text
   * @param {Element | null} element
   */
  deal(text, element) {
    const { game, position } = this.props;
    if (game.legalMoves(position).includes(text)) return this.move(text, "stock");
    shake(element);
    try {
      game.apply(position, text);
    } catch (error) {
      this.say(say("{reason}.", { reason: /** @type {any} */ (error).wording }));
    }
  }

  // ------------------------------------------------------------ dragging

  /** @param {HTMLElement} element */
  lifted(element) {
    const { pile, size } = this.handAt(element);
    if (this.isShut() || this.goals({ pile, size }).length === 0) return [];
    const all = this.element(pile)?.querySelectorAll("[data-card]") ?? [];
    return /** @type {HTMLElement[]} */ ([...all].slice(-size));
  }

  targets() {
    const { hand } = this.state;
    const open = hand ? this.goals(hand) : [];
    return /** @type {HTMLElement[]} */ (
      open.map(({ to }) => this.element(to)).filter((element) => element !== null)
    );
  }

  /** @param {HTMLElement | null} element */
  dropped(element) {
    const { hand } = this.state;
    const to = element?.dataset.pile;
    const goal = hand && this.goals(hand).find((each) => each.to === to);
    if (goal) return this.move(goal.text, goal.to);
    const { base } = this;
    if (hand === null || base === null) return;
    const piles = new Set([hand.pile]);
    const seen = seenOn(base, piles);
    this.dragging.settle();
    glide(base, piles, seen);
    this.take(null);
  }
}
