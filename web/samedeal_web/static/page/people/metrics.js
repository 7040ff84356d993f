/** The kinds of leaderboards, and the cells of their rows. */

import { html } from "../../vendor/htm-preact-3.1.1.js";
import { Player, share } from "../parts/rows.js";
import { exactly } from "../parts/times.js";
import { METRIC_WORDS } from "../reader/said.js";
import { tr } from "../reader/words.js";

const MINUTE_MS = 60_000;

const result = (row, game) =>
  game.about.contest === "score"
    ? String(row.score ?? 0)
    : tr("{score} in {time}", {
        score: row.score ?? 0,
        time: row.score && row.elapsed_ms ? exactly(row.elapsed_ms ?? 0) : "-",
      });

/** Returns points a minute in tenths, rounded down; less than a minute counts as one. */
function pace({ score, elapsed_ms: ms }) {
  const tenths = Math.floor(((score ?? 0) * 10 * MINUTE_MS) / Math.max(MINUTE_MS, ms ?? 0));
  return (tenths / 10).toFixed(1);
}

/** The kinds of leaderboards: the name of each, what it takes and shows. */
export const METRICS = {
  best: { ...METRIC_WORDS.best, cell: result },
  pace: { ...METRIC_WORDS.pace, cell: pace },
  wins: { ...METRIC_WORDS.wins, cell: ({ wins }) => String(wins ?? 0) },
  winrate: { ...METRIC_WORDS.winrate, cell: ({ wins, matches }) => share(wins ?? 0, matches) },
  rating: { ...METRIC_WORDS.rating, cell: ({ rating }) => String(rating ?? 0) },
};

/** A row's player, with the marks of the name; `own` is the reader's id. */
export function RowName({ visit, row, own }) {
  return html`<${Player} name=${row.name} to=${visit.linkToPlayer(row.player)} />${row.named ? html` <span class="tag">${tr("claimed")}</span>` : ""}
    ${row.unvouched ? " *" : ""}${row.player === own ? ` (${tr("you")})` : ""}`;
}

/** The time of a row's match, as a link to it: it proves the row. */
export const RowMatch = ({ visit, row }) =>
  html`<a href=${visit.linkTo(row.match)}>${new Date(row.at).toISOString().slice(0, 10)}</a>`;

/** The meaning of the mark of rows, if one has it. */
export const Unvouched = ({ rows }) =>
  rows.some(({ unvouched }) => unvouched)
    ? html`<p class="second">
  ${tr("{mark} Nobody else in that match had a claimed name: it may all have been one person, who saw the deal twice.", { mark: "*" })}
</p>`
    : "";
