/** Five cards in a hand, to look at. */

import { cardClass, face } from "../../board/faces.js";
import { html } from "../../vendor/htm-preact-3.1.1.js";

/** The ten of hearts, a jack, a queen, a king and the ace of hearts. */
const HAND = [36, 50, 25, 13, 27];

export const Fan = () =>
  html`<div class="board fan" aria-hidden="true">${HAND.map(
    (card) => html`<span key=${card} class=${cardClass(card)}>${face(card, true)}</span>`,
  )}</div>`;
