/** The standings of a match that is over. */

import { html } from "../../vendor/htm-preact-3.1.1.js";
import { exactly, toldApart } from "../parts/parts.js";
import { Player } from "../parts/person.js";
import { tr } from "../reader/words.js";

/** Shows who came to what; `own` is the seat of the one who reads it, or null; `linkTo` says where players are. */
export function Standings({ rows, own = null, linkTo = null }) {
  const called = ({ player, name }) => html`<${Player} name=${name} to=${linkTo?.(player)} />`;
  const sorted = toldApart(rows).sort(
    (one, other) => one.place - other.place || one.seat - other.seat,
  );
  return html`<div class="panel"><table>
    <thead><tr><td></td><th>${tr("Player")}</th><th class="number">${tr("Score")}</th><th class="number">${tr("Time")}</th></tr></thead>
    <tbody>${sorted.map(
      (row) => html`<tr key=${row.seat} class=${row.seat === own ? "own" : ""}>
      <td>${row.place}</td>
      <td>${called(row)}${row.seat === own ? ` (${tr("you")})` : ""}${row.bot ? ` (${tr("bot")})` : ""}
        ${row.state === "resigned" ? html`<small> ${tr("resigned")}</small>` : ""}</td>
      <td class="number">${row.score}</td><td class="number">${row.score && row.elapsed_ms ? exactly(row.elapsed_ms) : "-"}</td>
    </tr>`,
    )}</tbody>
  </table></div>`;
}
