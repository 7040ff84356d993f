/**
 * What can be done besides moving cards, as buttons under a board of patience.
 */

import { say } from "../../games/wording.js";
import { html } from "../../vendor/htm-preact-3.1.1.js";

/** @typedef {import("../../games/wording.js").Wording} Wording */

/** Strokes in a box of 24 by 24. */
const UP = "M12 20V5M5.500 11.500 12 5l6.500 6.500";
const AGAIN = "M19 12a7 7 0 1 1-2.200-5.100M19 3v5h-5";
const BACK = "M8 5 3.500 9.500 8 14M4 9.500h10a5 5 0 0 1 0 10h-3";

/**
 * Return the buttons.
 *
 * @param {object} props
 * @param {number} props.redeals  how many are left; -1 where the game has none
 * @param {boolean} props.asks  whether a redeal is asked about
 * @param {boolean} props.takesBack
 * @param {boolean} props.goesUp  whether a card can be sent up
 * @param {(wording: Wording) => string} props.inWords
 * @param {(key: string) => void} props.onKey  called with the key that does the same
 */
export function Acts({ redeals, asks, takesBack, goesUp, inWords, onKey }) {
  const button = (
    /** @type {string} */ key,
    /** @type {string} */ path,
    /** @type {Wording} */ wording,
    /** @type {boolean} */ can,
  ) =>
    html`<button
      type="button"
      key=${key}
      class=${key === "r" && asks ? "act asks" : "act"}
      aria-disabled=${can ? undefined : "true"}
      onClick=${() => can && onKey(key)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>
      <span>${inWords(wording)}</span>
    </button>`;
  const again = asks ? say("Gather and deal again?") : say("Redeal ({count})", { count: redeals });
  return html`<div class="acts">
    ${button("a", UP, say("Send up"), goesUp)}
    ${takesBack && button("u", BACK, say("Take back"), true)}
    ${redeals >= 0 && button("r", AGAIN, again, redeals > 0)}
  </div>`;
}
