/** A link as a QR code, for the camera of somebody beside this screen. */

import { html, useMemo } from "../../vendor/htm-preact-3.1.1.js";
import { correction, generate } from "../../vendor/lean-qr-nano-2.7.4.js";
import { tr } from "../reader/words.js";

/** Light modules around a code, without which cameras do not find it. */
const QUIET = 4;

/** Returns how many modules a code is wide, and its dark ones as a path. */
export function drawn(text) {
  const code = generate(text, { minCorrectionLevel: correction.M });
  let path = "";
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1)
      if (code.get(x, y)) path += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
  }
  return { side: code.size + 2 * QUIET, path };
}

export function Qr({ text }) {
  const { side, path } = useMemo(() => drawn(text), [text]);
  return html`<svg class="qr" role="img" aria-label=${tr("The link as a QR code")} viewBox=${`0 0 ${side} ${side}`}>
    <rect width=${side} height=${side} /><path d=${path} />
  </svg>`;
}
