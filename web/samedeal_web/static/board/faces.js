/**
 * Cards as they are drawn: a corner, and on an exposed one a large pip or a bust.
 */

import { rankOf, suitOf } from "../games/cards.js";
import { html } from "../vendor/htm-preact-3.1.1.js";

/** @typedef {import("../vendor/htm-preact-3.1.1.js").Node} Node */

/** The ranks that have busts: jack, queen and king. */
const COURT = 11;

/**
 * Return what is drawn on a card; a card that is not known shows its back.
 *
 * @param {number} card
 * @param {boolean} exposed  whether all of it is to be seen
 * @returns {Node}
 */
export function face(card, exposed) {
  if (!card) return exposed ? back() : null;
  const [rank, suit] = [rankOf(card), suitOf(card)];
  const art = rank < COURT ? `#suit-${suit}` : `#bust-${rank}`;
  return html`<svg class="rank" viewBox="0 0 20 28" aria-hidden="true">
      <use href=${`#rank-${rank}`} />
    </svg>
    <svg class="suit" viewBox="0 0 24 24" aria-hidden="true">
      <use href=${`#suit-${suit}`} />
    </svg>
    ${
      exposed &&
      html`<svg
        class=${rank < COURT ? "art pip" : "art bust"}
        viewBox=${rank < COURT ? "0 0 24 24" : "0 0 48 60"}
        preserveAspectRatio="xMidYMax meet"
        aria-hidden="true"
      >
        <use href=${art} />
      </svg>`
    }`;
}

/** Return the drawing on a back. */
export function back() {
  return html`<svg class="lattices" aria-hidden="true">
    <rect width="100%" height="100%" fill="url(#lattice)" />
  </svg>`;
}

/**
 * Return the classes of a card: by these it has its colour.
 *
 * @param {number} card
 */
export const cardClass = (card) => (card ? `card suit-${suitOf(card)}` : "card back");
