/**
 * A board of patience, as it is drawn, and how its cards move.
 */

import { sendUp } from "../../games/patience/choosing.js";
import { english, say } from "../../games/wording.js";
import { html } from "../../vendor/htm-preact-3.1.1.js";
import { heardAnywhere, hears } from "../board.js";
import { deal, glide, seenOn, shake } from "../motion.js";
import { Acts } from "./acts.js";
import { KeyedTable } from "./keyed_table.js";
import { Column, Heap, Stock } from "./pile.js";

/** @typedef {import("./table.js").TableauProps} TableauProps */
/** @typedef {import("./table.js").TableauState} TableauState */

/** A board of patience. */
export class Tableau extends KeyedTable {
  // ------------------------------------------------------------ what is drawn

  /**
   * @param {TableauProps} props
   * @param {TableauState} state
   */
  render(props, state) {
    const { hand, focus } = state;
    const {
      game,
      position,
      inWords = english,
      label = "your board",
      four = false,
      busy = false,
      still = false,
    } = props;
    const zones = this.zones();
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
      ({ hidden }, index) => html`<${Column} ...${pile(`column.${index + 1}`)} hidden=${hidden} />`,
    );
    const half = columns.length >= 10 ? columns.length / 2 : columns.length;
    const banks = [columns.slice(0, half), columns.slice(half)].filter((bank) => bank.length > 0);
    const both = position.heights.length > 4;
    const classes = ["board tableau", `columns-${columns.length}`, both && "both", four && "four"];
    return html`<div
      class=${[...classes, hand && "choosing"].filter(Boolean).join(" ")}
      role="group"
      aria-label=${`${inWords(say(game.about.title))}, ${label}`}
      ...${hears(this)}
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
        ${
          !still &&
          html`<${Acts}
            redeals=${game.rules.redeals > 0 ? position.redeals.length : -1}
            asks=${state.asks}
            takesBack=${this.takesBack()}
            goesUp=${!busy && sendUp(game, position) !== null}
            inWords=${inWords}
            onKey=${(/** @type {string} */ key) => this.letter(key)}
          />`
        }
      </div>
    </div>`;
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
      const pile = match[1] ? "stock" : match[2] === "W" ? "waste" : `column.${match[2]}`;
      sizes.set(pile, `${sizes.get(pile) ?? ","}${match[3] ?? 1},`);
    }
    return sizes;
  }

  // ------------------------------------------------------------ what moves

  /** Keys work where nothing else has the focus, too; a new deal is seen to be dealt. */
  componentDidMount() {
    const { game, position } = this.props;
    if (this.base !== null && game.ply(position) === 0) deal(this.base);
    this.unheard = heardAnywhere((event) => this.props.still || this.pressed(event));
  }

  componentWillUnmount() {
    this.unheard?.();
  }

  /** @param {TableauProps} before */
  getSnapshotBeforeUpdate(before) {
    const root = this.base;
    if (before.position === this.props.position || root === null) return null;
    const [was, now] = [before, this.props].map(({ game, position }) => game.view(position).zones);
    const piles = Object.keys({ ...was, ...now });
    const changed = piles.filter((pile) => was?.[pile]?.join() !== now?.[pile]?.join());
    const set = new Set(changed);
    return { piles: set, seen: seenOn(root, set) };
  }

  /**
   * @param {TableauProps} before
   * @param {unknown} _
   * @param {{piles: ReadonlySet<string>, seen: import("../motion.js").Seen[]} | null} snapshot
   */
  componentDidUpdate(before, _, snapshot) {
    const { game, position, refused, onSay } = this.props;
    const root = this.base;
    if (root === null) return;
    if (snapshot !== null) {
      this.dragging.settle();
      if (this.state.hand) this.setState({ hand: null });
      glide(root, snapshot.piles, snapshot.seen);
      if (this.memory.follows) this.look(this.memory.follows);
      this.memory.follows = "";
      if (game.isKnown(position) && this.memory.told !== position) {
        // Of columns that are new altogether a line tells how far one is: they are there.
        const changes = game.changes(this.memory.told, position) ?? [
          ...game.told(position).slice(0, 1),
          ...("redeals" in this.zones() ? [this.called("redeals")] : []),
        ];
        if (changes.length > 0) onSay?.(changes);
        this.memory.told = position;
      }
    }
    if (before.busy && !this.props.busy) this.catchUp();
    if (snapshot !== null || before.busy !== this.props.busy) this.goUp();
    if (refused && refused.n !== before.refused?.n) {
      const source = refused.move.replace(/[FK>].*/, "");
      const pile = source === "W" ? "waste" : source === "D" ? "stock" : `column.${source}`;
      shake(this.element(pile)?.querySelector(".last, .top, .card") ?? null);
    }
  }
}
