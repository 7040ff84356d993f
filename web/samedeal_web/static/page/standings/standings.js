/** The standings of a match that is over. */

import { html } from "../../vendor/htm-preact-3.1.1.js";
import { toldApart } from "../parts/names.js";
import { Player } from "../parts/rows.js";
import { exactly } from "../parts/times.js";
import { tr } from "../reader/words.js";

/** Shows who came to what; `own` is the seat of the one who reads it, or null; `linkTo` says where players are. */
export function Standings({ rows, own = null, linkTo = null }) {
  const called = ({ player, name }) => html`<${Player} name=${name} to=${linkTo?.(player)} />`;
  const sorted = toldApart(rows).sort(
    (one, other) => one.place - other.place || one.seat - other.seat,
  );
  return html`<div class="panel"><table>
    <thead><tr><th><span class="spoken">${tr("place")}</span></th><th>${tr("Player")}</th><th class="number">${tr("Score")}</th><th class="number">${tr("Time")}</th></tr></thead>
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

/** Tells whether a result is more than the deal itself gave, as servers do. */
const hasEarned = ({ score, elapsed_ms: ms }) => score > 0 && ms > 0;

/** Returns who has won: whoever is first, but for those who resigned or made nothing. */
export function winnersOf(standings) {
  const isApart = standings.some(({ place }) => place > 1);
  return standings.filter(
    (row) => row.place === 1 && row.state !== "resigned" && (isApart || hasEarned(row)),
  );
}

/** Returns the headline: what it came to for the one who reads it. */
export function headline(standings, seat) {
  const own = standings.find((row) => row.seat === seat);
  if (standings.length === 1 && own) {
    return own.score
      ? tr("{score} in {time}", { score: own.score, time: exactly(own.elapsed_ms) })
      : tr("No score this time");
  }
  const winners = winnersOf(standings);
  if (!winners.length) return tr("Nobody wins.");
  if (!winners.includes(own)) return null;
  if (winners.length > 1) return tr("A tie for the first place");
  const other = standings.find((row) => row !== own);
  if (other.state === "resigned") return tr("You win.");
  if (other.score !== own.score)
    return tr("You won, {score} to {other}", { score: own.score, other: other.score });
  return tr("You win by {margin}.", { margin: exactly(other.elapsed_ms - own.elapsed_ms) });
}
