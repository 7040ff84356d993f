/**
 * A board of patience: tapped, dragged, or played by keys.
 */

import { Component, html } from "../vendor/htm-preact-3.1.1.js";
import { cardWords } from "../games/cards.js";
import {
  goals,
  longest,
  movable,
  plainly,
  sourceOf,
  whyNotThere,
  whyNowhere,
} from "../games/choosing.js";
import { listed, pileTold, columnTold } from "../games/patience_words.js";
import { english, say } from "../games/wording.js";
import { Dragging } from "./dragging.js";
import { glide, seenOn, shake } from "./motion.js";
import { columnOf, heardAnywhere } from "./keys.js";
import { Column, Heap, Stock } from "./pile.js";

/** @typedef {import("../games/choosing.js").Goal} Goal */
/** @typedef {import("../games/patience.js").PatienceGame} PatienceGame */
/** @typedef {import("../games/patience.js").Position} Position */
/** @typedef {import("../games/wording.js").Wording} Wording */

/**
 * @typedef {object} TableauProps
 * @property {PatienceGame} game
 * @property {Position} position
 * @property {(text: string) => void} onMove
 * @property {(wordings: readonly Wording[]) => void} [onSay]
 * @property {{n: number, move: string}} [refused]
 * @property {boolean} [busy]
 * @property {boolean} [still]
 * @property {string} [label]
 * @property {(wording: Wording) => string} [inWords]
 * @property {boolean} [four]
 */

/**
 * What is in hand: the last cards of a pile; all of a run that fits, if not exact.
 *
 * @typedef {{pile: string, size: number, exact?: boolean}} Hand
 */

/** @typedef {{hand: Hand | null, focus: {pile: string, at: number} | null}} TableauState */

/**
 * A board of patience.
 *
 * @extends {Component<TableauProps, TableauState>}
 */
export class Tableau extends Component {
  /** @param {TableauProps} props */
  constructor(props) {
    super(props);
    /** @type {TableauState} */
    this.state = { hand: null, focus: null };
    this.told = props.position;
    /** The key of a redeal is asked twice. */
    this.asked = false;
    /** Whether the focus goes where the cards have gone. */
    this.follows = "";
    this.dragging = new Dragging({
      lifted: (element) => this.lifted(element),
      began: (element) => this.take(this.handAt(element)),
      targets: () => this.targets(),
      dropped: (element) => this.dropped(element),
    });
  }

  // ------------------------------------------------------------ what is drawn

  /**
   * @param {TableauProps} props
   * @param {TableauState} state
   */
  render(props, { hand, focus }) {
    const {
      game,
      position,
      inWords = english,
      label = "your board",
      four = false,
    } = props;
    const { zones } = game.view(position);
    const open = hand ? this.goals(hand).map(({ to }) => to) : [];
    const sizes = this.sizes();
    const stop = focus && this.order().includes(focus.pile) ? focus : this.begin();
    const pile = (/** @type {string} */ name) => ({
      key: name,
      pile: name,
      name: inWords(this.called(name)),
      cards: zones[name] ?? [],
      hidden: 0,
      held: hand?.pile === name ? hand.size : 0,
      goal: open.includes(name),
      focus: stop.pile === name ? this.stopAt(name, stop.at) : -1,
      movable: sizes.get(name) ?? "",
      rules: game.rules,
      inWords,
    });
    const columns = position.columns.map(
      ({ hidden }, index) =>
        html`<${Column} ...${pile(`column.${index + 1}`)} hidden=${hidden} />`,
    );
    const half = columns.length >= 10 ? columns.length / 2 : columns.length;
    const banks = [columns.slice(0, half), columns.slice(half)].filter(
      (bank) => bank.length > 0,
    );
    const both = position.heights.length > 4;
    const classes = [
      "board tableau",
      `columns-${columns.length}`,
      both && "both",
      four && "four",
    ];
    return html`<div
      class=${[...classes, hand && "choosing"].filter(Boolean).join(" ")}
      role="group"
      aria-label=${`${inWords(say(game.about.title))}, ${label}`}
      onClick=${(/** @type {MouseEvent} */ event) => this.clicked(event)}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => this.pressed(event)}
      onFocusIn=${(/** @type {FocusEvent} */ event) => this.focused(event)}
      onPointerDown=${(/** @type {PointerEvent} */ event) => this.dragging.down(event)}
      onPointerMove=${(/** @type {PointerEvent} */ event) => this.dragging.move(event)}
      onPointerUp=${(/** @type {PointerEvent} */ event) => this.dragging.up(event)}
      onPointerCancel=${() => this.dragging.cancel()}
    >
      <div class="felt">
        <div class="tops">
          ${"stock" in zones && html`<${Stock} ...${pile("stock")} />`}
          ${"waste" in zones && html`<${Heap} ...${pile("waste")} />`}
          ${position.heights.map((_, number) => html`<${Heap} ...${pile(`foundation.${number + 1}`)} />`)}
        </div>
        <div class="banks">
          ${banks.map((bank, index) => html`<div class="bank" key=${index}>${bank}</div>`)}
        </div>
      </div>
    </div>`;
  }

  /**
   * Return a pile's spoken name.
   *
   * @param {string} pile
   * @returns {Wording}
   */
  called(pile) {
    const { game, position } = this.props;
    const board = game.view(position);
    const cards = board.zones[pile] ?? [];
    const [kind, number] = pile.split(".");
    if (kind === "column") return columnTold(Number(number), cards);
    if (kind !== "foundation") return pileTold(board, pile);
    const top = cards.at(-1);
    const suit = say(
      ["clubs", "diamonds", "hearts", "spades"][(Number(number) - 1) % 4] ?? "",
    );
    const state = top ? cardWords(top) : say("empty");
    if (position.heights.length === 4)
      return say("Foundation, {suit}: {state}", { suit, state });
    return Number(number) <= 4
      ? say("Foundation up, {suit}: {state}", { suit, state })
      : say("Foundation down, {suit}: {state}", { suit, state });
  }

  /** By pile, the sizes of what may be moved from it, each between commas. */
  sizes() {
    const { game, position, still } = this.props;
    /** @type {Map<string, string>} */
    const sizes = new Map();
    if (still) return sizes;
    for (const text of game.legalMoves(position)) {
      const match = /^(?:(D)|(W|\d+)(?:[FK]|>\d+(?:x(\d+))?))$/.exec(text);
      if (match === null) continue;
      const pile = match[1]
        ? "stock"
        : match[2] === "W"
          ? "waste"
          : `column.${match[2]}`;
      sizes.set(pile, `${sizes.get(pile) ?? ","}${match[3] ?? 1},`);
    }
    return sizes;
  }

  // ------------------------------------------------------------ what moves

  /** Keys work where nothing else has the focus, too. */
  componentDidMount() {
    this.unheard = heardAnywhere((event) => this.pressed(event));
  }

  componentWillUnmount() {
    this.unheard?.();
  }

  /** @param {TableauProps} before */
  getSnapshotBeforeUpdate(before) {
    const root = this.base;
    if (before.position === this.props.position || root === null) return null;
    const [was, now] = [before, this.props].map(
      ({ game, position }) => game.view(position).zones,
    );
    const piles = Object.keys({ ...was, ...now });
    const changed = piles.filter((pile) => was?.[pile]?.join() !== now?.[pile]?.join());
    const set = new Set([
      ...changed,
      ...(changed.some((pile) => pile === "stock") ? ["stock"] : []),
    ]);
    return { piles: set, seen: seenOn(root, set) };
  }

  /**
   * @param {TableauProps} before
   * @param {unknown} _
   * @param {{piles: ReadonlySet<string>, seen: import("./motion.js").Seen[]} | null} snapshot
   */
  componentDidUpdate(before, _, snapshot) {
    const { game, position, refused, onSay } = this.props;
    const root = this.base;
    if (root === null) return;
    if (snapshot !== null) {
      this.dragging.settle();
      if (this.state.hand) this.setState({ hand: null });
      glide(root, snapshot.piles, snapshot.seen);
      if (this.follows) this.look(this.follows);
      this.follows = "";
      if (game.isKnown(position) && this.told !== position) {
        const changes = game.changes(this.told, position) ?? game.told(position);
        if (changes.length > 0) onSay?.(changes);
        this.told = position;
      }
    }
    if (refused && refused.n !== before.refused?.n) {
      const source = refused.move.replace(/[FK>].*/, "");
      const pile =
        source === "W" ? "waste" : source === "D" ? "stock" : `column.${source}`;
      shake(this.element(pile)?.querySelector(".last, .top, .card") ?? null);
    }
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
    this.asked = false;
    this.setState({ hand: null });
    if (this.base?.contains(document.activeElement)) this.follows = to;
    this.props.onMove(text);
  }

  /**
   * @param {Element} element
   * @returns {Hand}
   */
  handAt(element) {
    const pile = this.pileOf(element);
    const at = Number(
      /** @type {HTMLElement} */ (element.closest("[data-at]"))?.dataset.at ?? 0,
    );
    return { pile, size: this.count(pile) - at, exact: true };
  }

  /** @param {string} pile */
  count(pile) {
    const { game, position } = this.props;
    return game.view(position).zones[pile]?.length ?? 0;
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const element = /** @type {Element} */ (event.target);
    if (this.dragging.swallows && event.detail > 0) {
      this.dragging.swallows = false;
      return;
    }
    const pile = this.pileOf(element);
    if (!pile || this.isShut()) return;
    const { hand } = this.state;
    const focused = element.closest("button");
    if (focused)
      this.setState({ focus: { pile, at: Number(focused.dataset.at ?? 0) } });
    if (hand !== null) {
      const goal = this.goals(hand).find(({ to }) => to === pile);
      if (goal) return this.move(goal.text, goal.to);
      this.take(null);
      if (hand.pile === pile) return;
    }
    this.tapped(pile, element);
  }

  /**
   * @param {string} pile
   * @param {Element} element
   */
  tapped(pile, element) {
    const { game, position } = this.props;
    if (pile === "stock") return this.deal("D", element);
    const open = element.closest("[data-card]:not([data-card='0'])");
    if (!pile.startsWith("column.") && pile !== "waste")
      return this.say(this.called(pile));
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
      this.say(
        say("{reason}.", { reason: whyNowhere(game, position, hand.pile, hand.size) }),
      );
      return;
    }
    this.take(hand);
    const cards = (game.view(position).zones[hand.pile] ?? []).slice(-hand.size);
    const where = open.map(({ to }) => this.called(to));
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

  // ------------------------------------------------------------ keys

  /** @param {FocusEvent} event */
  focused(event) {
    const element = /** @type {HTMLElement} */ (event.target);
    const { pile, at } = {
      pile: this.pileOf(element),
      at: Number(element.dataset.at ?? 0),
    };
    const { focus } = this.state;
    if (pile && (focus?.pile !== pile || focus.at !== at))
      this.setState({ focus: { pile, at } });
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
      this.asked = false;
      if (hand === null) return false;
      this.take(null);
    } else if (key.length === 1 && number >= 1 && number <= position.columns.length) {
      this.column(`column.${number}`, number);
    } else if (key === "w" && "waste" in game.view(position).zones) {
      this.from("waste");
    } else if ((key === "f" || key === "k") && hand === null) {
      this.say(say("First choose what goes up, then press f."));
    } else if (key === "f" || key === "k") {
      this.up(hand, key);
    } else if (key === "d") {
      this.deal("D", this.element("stock"));
    } else if (key === "r" && game.rules.redeals > 0) {
      if (this.asked) this.deal("R", null);
      else this.say(say("Press r again to gather the columns and deal them again."));
      this.asked = true;
      return true;
    } else if (key === "a") {
      const text = game.legalMoves(position).find((each) => each.endsWith("F"));
      if (text) this.move(text, "");
    } else {
      return false;
    }
    this.asked = false;
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
    const open = goals(game, position, hand.pile, 1).filter(({ text }) =>
      /[FK]$/.test(text),
    );
    const goal =
      (key === "k" && open.find(({ text }) => text.endsWith("K"))) || open[0];
    this.take(null);
    if (goal) return this.move(goal.text, goal.to);
    const reason = whyNotThere(game, position, hand.pile, 1, "foundation.1");
    this.say(say("{reason}.", { reason: reason ?? say("it fits nowhere") }));
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
    if (this.state.hand)
      return this.resize(this.state.hand, key === "ArrowUp" ? 1 : -1);
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
    const { zones } = this.props.game.view(this.props.position);
    return Object.keys(zones).filter((zone) => zone !== "redeals");
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
}
