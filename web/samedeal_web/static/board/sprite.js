/**
 * The shapes of cards, drawn once a page and used everywhere: ranks and suits as our own
 * strokes and paths, so that every machine shows the same card.
 */

import { html } from "../vendor/htm-preact-3.1.1.js";

/** Strokes in a box of 20 by 28, from the ace to the king. */
const RANK_PATHS = [
  "M3 25 10 3l7 22M5.6 17h8.8",
  "M3.4 8.6C3.4 5 6.2 3 10 3s6.6 2.2 6.6 5.8c0 3-1.8 5-4.4 7.6L3.4 25h13.4",
  "M3.6 3h12.6L9.4 11.6c4.4-.4 7.4 2.2 7.4 6.4S13.800 25 9.600 25c-3.200 0-5.600-1.300-6.800-3.600",
  "M13 25V3L2.600 18.400h15",
  "M15.800 3H5.400l-1 10.200C5.800 12 7.600 11.400 9.800 11.400c4.200 0 7 2.600 7 6.600 0 4.200-2.900 7-7.200 7-3.200 0-5.600-1.300-6.800-3.600",
  "M14.600 3.400C8.800 4 3.400 9.800 3.400 17.200 3.400 22 6.200 25 10 25s6.700-2.800 6.700-6.800-2.700-6.600-6.300-6.600c-3.600 0-6.400 2.200-6.900 5.600",
  "M3 3h14L8 25",
  "M10 3c3.500 0 5.900 2 5.900 5.200S13.500 13.400 10 13.400 4.100 11.400 4.100 8.200 6.500 3 10 3zM10 13.400c4 0 6.800 2.300 6.800 5.800S14 25 10 25s-6.800-2.300-6.800-5.800 2.800-5.800 6.800-5.800z",
  "M5.400 24.600C11.200 24 16.600 18.200 16.600 10.800 16.600 6 13.800 3 10 3S3.300 5.800 3.300 9.800s2.700 6.600 6.300 6.600c3.600 0 6.400-2.200 6.900-5.600",
  "M2.400 5.400 5 3v22M13.400 3c3 0 4.200 3.500 4.200 11s-1.200 11-4.200 11-4.200-3.500-4.200-11 1.200-11 4.200-11z",
  "M14 3v15.400c0 4.200-2 6.600-5.400 6.600-2.800 0-4.800-1.400-5.600-4",
  "M10 3c4.400 0 7 4 7 11s-2.600 11-7 11-7-4-7-11 2.600-11 7-11zM11 18.600l6.400 6.800",
  "M4.200 3v22M16.400 3 4.600 16M9 11.400 17 25",
];

/** Filled, in a box of 24 by 24: clubs, diamonds, hearts, spades. */
const SUIT_PATHS = [
  "M12 1.500a5.200 5.200 0 0 1 4.300 8.100 5.200 5.200 0 1 1-2.900 8.500c.2 2 .9 3.300 2.400 4.400H8.200c1.500-1.100 2.200-2.400 2.400-4.400a5.200 5.200 0 1 1-2.900-8.500A5.200 5.200 0 0 1 12 1.500z",
  "M12 .8C14 5 17 9 21 12c-4 3-7 7-9 11.200C10 19 7 15 3 12 7 9 10 5 12 .8z",
  "M12 22.500C9.400 18.800 1.800 14.500 1.800 8.200 1.800 4.600 4.400 2 7.600 2 9.700 2 11.300 3.300 12 5.400 12.700 3.300 14.300 2 16.400 2c3.200 0 5.800 2.600 5.800 6.200 0 6.300-7.600 10.600-10.200 14.300z",
  "M12 1c2.600 4.100 9.800 7.700 9.800 13.200 0 2.900-2.200 4.900-4.800 4.900-1.600 0-2.900-.7-3.700-1.900.2 2.500 1 4.100 2.500 5.300H8.200c1.500-1.200 2.300-2.800 2.500-5.300-.8 1.200-2.100 1.900-3.700 1.900-2.600 0-4.800-2-4.800-4.900C2.200 8.700 9.400 5.100 12 1z",
];

/** Busts in a box of 48 by 60: jack, queen, king; the colour is the suit's. */
const BUSTS = [
  html`<g>
    <path d="M5 60c0-10 6-16 13-17h12c7 1 13 7 13 17z" fill="currentColor" />
    <path d="M24 44l6 16H18z" class="sprite-gilt" />
    <path d="M13 21h5v21c-4 0-6-1-6-4zM35 21h-5v21c4 0 6-1 6-4z" fill="currentColor" />
    <path d="M15 20h18v12c0 7-4 11-9 11s-9-4-9-11z" class="sprite-skin" />
    <path d="M11 22C10 12 16 7 24 7s14 5 13 15c-8-3-18-3-26 0z" fill="currentColor" />
    <path d="M29 16C30 8 36 4 45 1c1 8-3 15-12 18z" class="sprite-gilt" />
    <path d="M20 37c2.500 1.600 5.500 1.600 8 0" class="sprite-line" />
    <circle cx="20" cy="28" r="1.500" fill="currentColor" /><circle
      cx="28"
      cy="28"
      r="1.500"
      fill="currentColor"
    />
  </g>`,
  html`<g>
    <path
      d="M4 60c0-6 3-10 7-12 0-8-2-16 0-24C13 16 18 13 24 13s11 3 13 11c2 8 0 16 0 24 4 2 7 6 7 12z"
      fill="currentColor"
    />
    <path d="M18 47l6 7 6-7v-8H18z" class="sprite-skin" />
    <path
      d="M16 26c0-6 3-9 8-9s8 3 8 9v5c0 7-4 11-8 11s-8-4-8-11z"
      class="sprite-skin"
    />
    <path
      d="M16 29c5-1 8-5 9-9 1 4 3 7 7 9v-6c0-6-4-8-8-8s-8 3-8 8z"
      fill="currentColor"
    />
    <path d="M11 4l6 6 7-9 7 9 6-6-2 13H13z" class="sprite-gilt" />
    <path d="M21 37.500c2 1.400 4 1.400 6 0" class="sprite-line" />
    <circle cx="20.500" cy="30.500" r="1.500" fill="currentColor" /><circle
      cx="28"
      cy="30.500"
      r="1.500"
      fill="currentColor"
    />
  </g>`,
  html`<g>
    <path d="M3 60c0-9 6-14 13-15h16c7 1 13 6 13 15z" fill="currentColor" />
    <path d="M18 46h12l-6 9z" class="sprite-gilt" />
    <path d="M14 20h20v12c0 5-4 9-10 9s-10-4-10-9z" class="sprite-skin" />
    <path
      d="M13 24c2 3 4 6 5 8 4-2 8-2 12 0 1-2 3-5 5-8 1 12-3 25-11 25S12 36 13 24z"
      fill="currentColor"
    />
    <path d="M21 37c2-1 4-1 6 0" class="sprite-line sprite-pale" />
    <path d="M9 2l8 8 7-9 7 9 8-8-3 19H12z" class="sprite-gilt" />
    <circle cx="20" cy="26.500" r="1.600" fill="currentColor" /><circle
      cx="28"
      cy="26.500"
      r="1.600"
      fill="currentColor"
    />
  </g>`,
];

/** The shapes, unseen; put it into the page once. */
export function Sprite() {
  return html`<svg
    class="sprite"
    width="0"
    height="0"
    aria-hidden="true"
    focusable="false"
  >
    ${RANK_PATHS.map(
      (path, index) =>
        html`<symbol id=${`rank-${index + 1}`} viewBox="0 0 20 28">
          <path
            d=${path}
            class=${index === 9 ? "sprite-stroke sprite-ten" : "sprite-stroke"}
          />
        </symbol>`,
    )}
    ${SUIT_PATHS.map(
      (path, index) =>
        html`<symbol id=${`suit-${index}`} viewBox="0 0 24 24"
          ><path d=${path} class="sprite-pip"
        /></symbol>`,
    )}
    ${BUSTS.map(
      (bust, index) =>
        html`<symbol id=${`bust-${index + 11}`} viewBox="0 0 48 60">${bust}</symbol>`,
    )}
    <pattern id="lattice" width="9" height="9" patternUnits="userSpaceOnUse">
      <path d="M0 0l9 9M9 0L0 9" class="sprite-lattice" />
      <path d="M4.500 3.400l1.100 1.100-1.100 1.100-1.100-1.100z" class="sprite-knot" />
    </pattern>
  </svg>`;
}
