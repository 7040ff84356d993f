/** The standings in a deal of today. */

import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Name } from "../parts/names.js";
import { exactly } from "../parts/times.js";
import { tr } from "../reader/words.js";
import { Shared } from "./shared.js";

const ROWS = 20;
const AGAIN_MS = 1000;
const TIMES = 5;

/** The standings in a deal of today, as far as it goes yet. */
export function Standing({ visit, game }) {
  const [found, find] = useState(null);
  useEffect(() => {
    let isWanted = true;
    let again = 0;
    const look = (times) =>
      visit.ask({ t: "daily", game, limit: ROWS }).then(
        (daily) => {
          if (!isWanted) return;
          find(daily);
          // What ended just now is put into the books a moment later.
          const isBooked = !daily.attempt?.is_over || daily.attempt.rank;
          if (!isBooked && times > 0) again = setTimeout(() => look(times - 1), AGAIN_MS);
        },
        () => {},
      );
    look(TIMES);
    return () => {
      isWanted = false;
      clearTimeout(again);
    };
  }, [game]);
  if (found === null) return html`<p role="status">${tr("Looking...")}</p>`;
  return html`<table>
    <thead><tr><th class="number">#</th><th>${tr("Player")}</th><th class="number">${tr("Score")}</th><th class="number">${tr("Time")}</th></tr></thead>
    <tbody>${found.rows.map(
      (row) => html`<tr key=${row.player} class=${row.player === visit.player.id ? "own" : ""}>
      <td class="number">${row.rank}</td>
      <td><${Name}>${row.name}</${Name}>${row.player === visit.player.id ? ` (${tr("you")})` : ""}</td>
      <td class="number">${row.score}</td><td class="number">${row.score && row.elapsed_ms ? exactly(row.elapsed_ms) : "-"}</td>
    </tr>`,
    )}</tbody>
  </table>
  <${Shared} visit=${visit} daily=${found} />`;
}
