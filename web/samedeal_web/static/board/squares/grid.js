/**
 * A board of Poker Squares, as it is drawn, and how its cards move.
 */

import { cardWords } from "../../games/cards.js";
import { cellName, SIZE, span } from "../../games/squares/cells.js";
import { heading } from "../../games/squares/words.js";
import { english, say } from "../../games/wording.js";
import { html } from "../../vendor/htm-preact-3.1.1.js";
import { heardAnywhere, hears } from "../board.js";
import { back, cardClass, face } from "../faces.js";
import { glide, seenOn, shake } from "../motion.js";
import { Laying } from "./laying.js";
import { Chip, emptyLine, isFramed, lineKey, shown, wave } from "./lines.js";

/** @typedef {import("../../games/squares/cells.js").Cell} Cell */
/** @typedef {import("../../games/squares/engine.js").Layout} Layout */
/** @typedef {import("../../games/squares/engine.js").Line} Line */
/** @typedef {import("../../games/wording.js").Wording} Wording */
/** @typedef {import("./laying.js").GridProps} GridProps */
/** @typedef {import("./laying.js").GridState} GridState */

const LAID = SIZE * SIZE;

/** A board of Poker Squares: the cells, what each line counts, and the card to lay. */
export class Grid extends Laying {
  /** The position that was told of last. */
  told = this.props.position;

  /**
   * @param {GridProps} props
   * @param {GridState} state
   */
  render(
    { game, position, inWords = english, label = "your board", four = false, named = false },
    state,
  ) {
    const { laying } = game.rules;
    const { columns, rows } = shown(game, position);
    const wide = columns.length;
    const lines = new Map(game.lines(position).map((line) => [lineKey(line), line]));
    const laid = new Map(position.cells.map((cell, at) => [String(cell), position.cards[at] ?? 0]));
    const open = new Set(game.openCells(position).map(String));
    const stop = state.focus && this.isShown(state.focus) ? state.focus : this.begin();
    const touching = laying === "touching";
    const framed = {
      columns: isFramed(game, position, 0),
      rows: isFramed(game, position, 1),
    };

    const cell = (/** @type {Cell} */ at) => {
      const key = String(at);
      const card = laid.get(key);
      const name = cellName(laying, at);
      const tab = String(stop) === key ? 0 : -1;
      const isLit = state.lit.includes(`row ${at[1]}`) || state.lit.includes(`column ${at[0]}`);
      const words = say("{line}: {card}.", {
        line: name,
        card: card === undefined ? say("empty") : cardWords(card),
      });
      const own = { "data-cell": key, "data-pile": `cell.${key}`, tabindex: tab };
      if (card !== undefined) {
        return html`<button
          key=${key}
          type="button"
          ...${own}
          class=${`${cardClass(card)} exposed${isLit ? ` lit lit-${wave(state.lit, at)}` : ""}`}
          data-card=${card}
          data-at="0"
          aria-label=${inWords(words)}
          aria-disabled="true"
        >
          ${face(card, true)}
        </button>`;
      }
      if (!open.has(key) && touching) return html`<span key=${key} class="nowhere"></span>`;
      return html`<button
        key=${key}
        type="button"
        ...${own}
        class=${`slot cell${open.has(key) ? " open" : ""}`}
        data-open=${open.has(key) && !this.isShut() ? "" : undefined}
        aria-label=${inWords(words)}
        aria-disabled=${open.has(key) && !this.props.still ? undefined : "true"}
      >
        ${
          (named || !touching || (framed.columns && framed.rows)) &&
          html`<span class="name" aria-hidden="true">${name}</span>`
        }
      </button>`;
    };

    const next = position.cards[position.cells.length];
    const left = LAID - position.cells.length;
    const classes = [
      "board grid",
      `wide-${wide}`,
      `high-${rows.length}`,
      laying,
      game.isOver(position) && "over",
      four && "four",
      named && "named",
    ];
    return html`<div
      class=${[...classes, state.dragged && "choosing"].filter(Boolean).join(" ")}
      role="group"
      aria-label=${`${inWords(say(game.about.title))}, ${label}`}
      ...${hears(this)}
    >
      <div class="felt">
        <div class="lines">
          ${rows.map((row) => {
            const line = lines.get(`row ${row}`);
            return html`<div
              key=${`row${row}`}
              class="line"
              role="group"
              aria-label=${inWords(line ? heading(game, line) : emptyLine(game, "row", row))}
            >
              ${columns.map((column) => cell([column, row]))}
              ${framed.columns && html`<${Chip} line=${line} inWords=${inWords} lit=${state.lit} />`}
            </div>`;
          })}
          ${
            framed.rows &&
            html`<div key="below" class="line below">
              ${columns.map(
                (column) =>
                  html`<${Chip}
                    key=${column}
                    line=${lines.get(`column ${column}`)}
                    name=${(/** @type {Line} */ line) => inWords(heading(game, line))}
                    inWords=${inWords}
                    lit=${state.lit}
                  />`,
              )}
            </div>`
          }
        </div>
        <div class="laying">
          <p class="counted">${this.counted(inWords)}</p>
          <div
            class="next"
            role="group"
            data-pile="next"
            aria-label=${inWords(next ? say("Next: {card}.", { card: cardWords(next) }) : say("No card is left to lay."))}
          >
            ${
              next !== undefined &&
              html`<div
                key=${position.cells.length}
                class=${`${cardClass(next)} exposed`}
                data-card=${next}
                data-at="0"
              >
                ${face(next, true)}
              </div>`
            }
          </div>
          <div class="rest" data-pile="stock" aria-hidden="true">
            ${
              left > 1 &&
              html`<div class="card back" data-card="0" data-at="0">
                ${back()}<span class="count">${left - 1}</span>
              </div>`
            }
          </div>
        </div>
      </div>
    </div>`;
  }

  /** @param {(wording: Wording) => string} inWords */
  counted(inWords) {
    const { game, position } = this.props;
    const count = position.cells.length;
    const said = [
      inWords(say("{count} laid", { count })),
      // As many as the pile has, besides the one that is seen.
      inWords(say("{count} to come", { count: Math.max(0, LAID - count - 1) })),
    ];
    if (game.rules.laying === "touching" && count > 0 && count < LAID) {
      const [width, height] = [span(position.cells, 0), span(position.cells, 1)];
      said.push(inWords(say("{width} wide, {height} high", { width, height })));
    }
    return said.map((text, at) => html`<span key=${at}>${text}</span>`);
  }

  // ------------------------------------------------------------ what moves

  /** Keys work where nothing else has the focus, too. */
  componentDidMount() {
    this.unheard = heardAnywhere((event) => this.props.still || this.pressed(event));
  }

  componentWillUnmount() {
    this.unheard?.();
  }

  /** @param {GridProps} before */
  getSnapshotBeforeUpdate(before) {
    if (before.position === this.props.position || this.base === null) return null;
    const cells = this.props.position.cells.map((cell) => `cell.${cell}`);
    const piles = new Set(["next", "stock", ...cells]);
    return { piles, seen: seenOn(this.base, piles) };
  }

  /**
   * @param {GridProps} before
   * @param {unknown} _
   * @param {{piles: ReadonlySet<string>, seen: import("../motion.js").Seen[]} | null} snapshot
   */
  componentDidUpdate(before, _, snapshot) {
    const { game, position, refused, onSay } = this.props;
    if (this.base === null) return;
    if (snapshot !== null) {
      this.dragging.settle();
      glide(this.base, snapshot.piles, snapshot.seen);
      const whole = (/** @type {Layout} */ layout) =>
        game
          .lines(layout)
          .filter(({ complete }) => complete)
          .map(lineKey);
      const old = whole(before.position);
      const lit = whole(position).filter((line) => !old.includes(line));
      const isNew = position.cells.length !== before.position.cells.length;
      if (isNew) this.setState({ lit, dragged: false });
      if (game.isKnown(position) && this.told !== position) {
        const changes = game.changes(this.told, position);
        if (changes.length > 0) onSay?.(changes);
        this.told = position;
      }
    }
    if (refused && refused.n !== before.refused?.n) shake(this.base.querySelector(".next .card"));
  }
}
