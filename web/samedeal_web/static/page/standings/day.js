/** The standings in a deal of today. */

import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Name } from "../parts/names.js";
import { exactly } from "../parts/times.js";
import { tr } from "../reader/words.js";
import { Shared } from "./shared.js";

const ROWS = 20;
const AGAIN_MS = 1000;
const TIMES = 5;

const Table = ({ children }) =>
  html`<table>
    <thead><tr><th class="number">#</th><th>${tr("Player")}</th><th class="number">${tr("Score")}</th><th class="number">${tr("Time")}</th></tr></thead>
    <tbody>${children}</tbody>
  </table>`;

const rowOf = (row, own) =>
  html`<tr key=${row.player} class=${row.player === own ? "own" : ""}>
    <td class="number">${row.rank}</td>
    <td><${Name}>${row.name}</${Name}>${row.player === own ? ` (${tr("you")})` : ""}</td>
    <td class="number">${row.score}</td><td class="number">${row.score && row.elapsed_ms ? exactly(row.elapsed_ms) : "-"}</td>
  </tr>`;

/** Rows that only keep the place of others. */
const blank = (count) =>
  Array.from({ length: count }, (_, n) => html`<tr key=${n}><td>\u00a0</td></tr>`);

/**
 * The standings in a deal of today, as far as it goes yet.
 *
 * Where so many `players` are known of, the table has its place before it is told; what
 * is more is scrolled to in it, for what stands below is about to be pressed.
 */
export function Standing({ visit, game, players = null }) {
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
  const shown =
    found === null
      ? html`<p role="status">${tr("Looking...")}</p>`
      : html`<${Table}>${found.rows.map((row) => rowOf(row, visit.player.id))}</${Table}>`;
  const send = html`<${Shared} visit=${visit} daily=${found} />`;
  if (players === null) return html`${send}${shown}`;
  return html`${send}<div class="kept">
    <div hidden><${Table}>${blank(Math.min(ROWS, players))}</${Table}></div>
    <div tabindex="0">${shown}</div>
  </div>`;
}
