/** The standings in a deal that was played in several matches. */

import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Called } from "../parts/rows.js";
import { exactly } from "../parts/times.js";
import { whyNot } from "../reader/refused.js";
import { tr } from "../reader/words.js";

const ROWS = 50;

/** Everybody's first attempt at a deal, the match that it is from included. */
export function DealBoard({ visit, match }) {
  const [found, find] = useState(null);
  useEffect(() => {
    let isWanted = true;
    const put = (state) => isWanted && find(state);
    visit.ask({ t: "deal_board", match, limit: ROWS }).then(put, (error) => put({ error }));
    return () => {
      isWanted = false;
    };
  }, [match]);
  if (found === null) return html`<p role="status">${tr("Looking...")}</p>`;
  if (found.error) return html`<p class="wrong" role="alert">${whyNot(found.error)}</p>`;
  const own = visit.player.id;
  return html`<div class="wide-table"><table>
    <thead><tr><th class="number">#</th><th>${tr("Player")}</th><th class="number">${tr("Score")}</th><th class="number">${tr("Time")}</th><td></td></tr></thead>
    <tbody>${found.rows.map(
      (row) => html`<tr key=${row.player} class=${row.player === own ? "own" : ""}>
      <td class="number">${row.rank}</td>
      <td><${Called} row=${row} own=${own} linkTo=${(player) => visit.linkToPlayer(player)} />
        ${row.state === "resigned" ? html`<small> ${tr("resigned")}</small>` : ""}</td>
      <td class="number">${row.score}</td><td class="number">${row.score && row.elapsed_ms ? exactly(row.elapsed_ms) : "-"}</td>
      <td>${row.match === match ? "" : html`<a href=${visit.linkTo(row.match)}>${tr("Move by move")}</a>`}</td>
    </tr>`,
    )}</tbody>
  </table></div>`;
}
