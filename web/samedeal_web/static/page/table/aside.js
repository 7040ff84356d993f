/** A match that is on while one's own seat is not dealt in. */

import { html } from "../../vendor/htm-preact-3.1.1.js";
import { Bars } from "../others/bars.js";
import { tr } from "../reader/words.js";
import { Lookout } from "./lookout.js";

export function Aside({ visit }) {
  const { room } = visit;
  return html`<main class=${room.watch === "boards" ? "wide" : ""}>
    <p role="status">${tr("A match is on. You can sit down for the next one when it is over.")}</p>
    <div class="panel"><${Bars} visit=${visit} /></div>
    ${room.watch === "boards" ? html`<${Lookout} visit=${visit} />` : ""}</main>`;
}
