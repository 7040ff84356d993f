/** The seats of a room, taken or free. */

import { html } from "../../vendor/htm-preact-3.1.1.js";
import { Name } from "../parts/names.js";
import { tr, trN } from "../reader/words.js";

/** Returns each seat of a room, taken or free; `children` stand at the last free one, which is free longest. */
export function Seats({ room, own = null, children = undefined }) {
  const free = Math.max(0, room.seats_max - room.seats.length);
  const rows = room.seats.map(
    (seat) => html`<li key=${seat.seat}>
    <span class="seat-back" aria-hidden="true"></span>
    <span>
      <${Name}>${seat.name}</${Name}>
      ${seat.seat === own ? html` <span class="tag">${tr("you")}</span>` : ""}
      ${seat.seat === room.host ? html` <span class="tag">${tr("host")}</span>` : ""}
      ${seat.bot ? html` <span class="tag">${tr("bot")}</span>` : ""}
      ${room.best_of > 1 && seat.wins ? html` <span class="tag">${trN("{count} won", "{count} won", seat.wins)}</span>` : ""}
      ${seat.present ? "" : html` <span class="tag">${tr("away")}</span>`}
    </span>
    <span class=${seat.ready ? "state ready" : "state"}>
      ${seat.ready ? tr("ready") : tr("not ready")}
    </span>
  </li>`,
  );
  for (let left = free; left > 0; left -= 1) {
    rows.push(html`<li key=${`free ${left}`}>
      <span class="seat-back free" aria-hidden="true"></span><span class="second">${tr("free seat")}</span>
      ${left === 1 && children ? html`<span class="state">${children}</span>` : ""}
    </li>`);
  }
  return html`<ul class="panel seats">${rows}</ul>`;
}
