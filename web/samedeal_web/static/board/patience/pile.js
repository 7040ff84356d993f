/**
 * Piles as they are drawn: elements with spoken names, each open card a button.
 */

import { cardWords } from "../../games/cards.js";
import { step } from "../../games/patience/packing.js";
import { Component, html } from "../../vendor/htm-preact-3.1.1.js";
import { back, cardClass, face } from "../faces.js";
import { COLUMN_KEYS } from "../keys.js";

/** @typedef {import("../../games/rulesets.js").PatienceRules} Rules */
/** @typedef {import("../../games/wording.js").Wording} Wording */
/** @typedef {(wording: Wording) => string} InWords */

/**
 * What a pile is drawn from; nothing is drawn anew while this stays the same.
 *
 * @typedef {object} PileProps
 * @property {string} pile  as zones are called
 * @property {string} name  spoken
 * @property {readonly number[]} cards
 * @property {number} hidden
 * @property {number} held  how many of its last cards are in hand
 * @property {boolean} goal  whether what is in hand may go there
 * @property {number} focus  which card a Tab leads to, -1 for none
 * @property {string} movable  sizes of what may be moved from it
 * @property {Rules} rules
 * @property {InWords} inWords
 */

/**
 * A pile that draws itself anew only if it changed.
 *
 * @extends {Component<PileProps>}
 */
class Pile extends Component {
  /** @param {PileProps} next */
  shouldComponentUpdate(next) {
    const own = this.props;
    return (
      next.name !== own.name ||
      next.cards.join() !== own.cards.join() ||
      next.hidden !== own.hidden ||
      next.held !== own.held ||
      next.goal !== own.goal ||
      next.focus !== own.focus ||
      next.movable !== own.movable ||
      next.inWords !== own.inWords
    );
  }

  /**
   * Return one open card.
   *
   * @param {number} at
   * @param {boolean} exposed
   */
  card(at, exposed) {
    const { cards, held, movable, focus, inWords } = this.props;
    const card = cards[at] ?? 0;
    const size = cards.length - at;
    const inHand = size <= held;
    return html`<button
      type="button"
      class=${`${cardClass(card)}${exposed ? " exposed" : ""}${inHand ? " held" : ""}`}
      data-card=${card}
      data-at=${at}
      tabindex=${focus === at ? 0 : -1}
      aria-label=${inWords(cardWords(card))}
      aria-pressed=${inHand && size === held ? "true" : undefined}
      aria-disabled=${movable.includes(`,${size},`) ? undefined : "true"}
    >
      ${face(card, exposed)}
    </button>`;
  }
}

/** A column: a list of its cards, which share its height. */
export class Column extends Pile {
  render() {
    const { pile, name, cards, hidden, goal, focus, rules } = this.props;
    const crowd = cards.length > 16 ? " packed" : cards.length > 12 ? " crowded" : "";
    return html`<ul
      role="list"
      class=${`pile column${goal ? " goal" : ""}${crowd}`}
      data-pile=${pile}
      data-key=${COLUMN_KEYS[Number(pile.split(".")[1]) - 1]}
      aria-label=${cards.length ? name : undefined}
    >
      ${
        cards.length === 0 &&
        html`<li class="last">
          <button
            type="button"
            class="slot"
            data-at="0"
            aria-label=${name}
            tabindex=${focus === 0 ? 0 : -1}
          ></button>
        </li>`
      }
      ${cards.map((card, at) => {
        if (at < hidden) {
          return html`<li key=${`down${at}`} class="down" aria-hidden="true">
            <span class="card back" data-card="0" data-at=${at}>${back()}</span>
          </li>`;
        }
        const last = at === cards.length - 1;
        const inRun = !last && at > hidden && step(rules, card, cards[at - 1] ?? 0) !== 0;
        const kind = last ? "last" : inRun ? "inner" : "open";
        return html`<li key=${`${card}-${at}`} class=${kind}>
          ${this.card(at, last)}
        </li>`;
      })}
    </ul>`;
  }
}

/** The waste, or a foundation: only its last card is seen. */
export class Heap extends Pile {
  render() {
    const { pile, name, cards, goal, focus } = this.props;
    const [kind, number] = pile.split(".");
    const at = cards.length - 1;
    const below = cards[at - 1] ?? 0;
    // The place of an empty one has its name, and nothing is said twice.
    return html`<div
      role=${at < 0 ? undefined : "group"}
      class=${`pile heap ${kind}${goal ? " goal" : ""}`}
      data-pile=${pile}
      aria-label=${at < 0 ? undefined : name}
    >
      ${
        at > 0 &&
        html`<span key=${`under${at}`} class=${`${cardClass(below)} under`} aria-hidden="true">
          ${face(below, true)}
        </span>`
      }
      ${
        at < 0 &&
        html`<button
          type="button"
          class="slot"
          data-at="0"
          aria-label=${name}
          tabindex=${focus === 0 ? 0 : -1}
        >
          ${number !== undefined && html`<${SuitMark} suit=${(Number(number) - 1) % 4} />`}
        </button>`
      }
      ${at >= 0 && html`<div class="top" key=${`${cards[at]}-${at}`}>${this.card(at, true)}</div>`}
    </div>`;
  }
}

/** The stock: a back with how many cards there are. */
export class Stock extends Pile {
  render() {
    const { pile, name, cards, focus, movable } = this.props;
    const none = cards.length === 0;
    return html`<div class="pile stock" data-pile=${pile}>
      <button
        type="button"
        class=${none ? "slot" : "card back"}
        data-card=${none ? undefined : 0}
        data-at="0"
        aria-label=${name}
        aria-disabled=${movable ? undefined : "true"}
        tabindex=${focus === 0 ? 0 : -1}
      >
        ${!none && html`${back()}<span class="count" aria-hidden="true">${cards.length}</span>`}
      </button>
    </div>`;
  }
}

/**
 * The suit that belongs on an empty foundation.
 *
 * @param {{suit: number}} props
 */
function SuitMark({ suit }) {
  return html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
    <use href=${`#suit-${suit}`} />
  </svg>`;
}
