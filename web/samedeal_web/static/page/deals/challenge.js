/** The deal of a match that is over, for who wants to play it, too: against ghosts. */

import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Called } from "../end/series.js";
import { NameField } from "../lobby/landing.js";
import { Send, exactly } from "../parts/parts.js";
import { whyNot } from "../reader/refused.js";
import { tr } from "../reader/words.js";
import { attempt } from "../visit/attempt.js";

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

/** Offers the deal to whoever has not played it in that match, and the link to who has. */
export function PlayThis({ visit, match, seats }) {
  const [name, setName] = useState(visit.kept.name ?? "");
  const [isOpen, open] = useState(false);
  const wasThere = seats.some(({ player }) => player === visit.player.id);
  const play = (event) => {
    event.preventDefault();
    if (name.trim()) attempt(visit, name.trim(), { t: "challenge", match });
  };
  return html`<section class="panel challenge">
    <h2>${tr("The same deal")}</h2>
    ${
      wasThere
        ? html`<p>${tr("Whoever opens the link of this page can play this deal, against your ghost.")}</p>
        <${Send} link=${visit.linkTo(match)} title=${tr("A race at patience")} />`
        : html`<form onSubmit=${play}>
        <p>${tr("One attempt, against the ghosts of those who have played it: how far each was at the same moment. It counts for no rating.")}</p>
        <${NameField} value=${name} onInput=${setName} refused=${visit.refused} />
        ${visit.refused ? html`<p class="wrong" role="alert">${whyNot(visit.refused)}</p>` : ""}
        <button class="main" disabled=${visit.isBusy}>${tr("Play this deal")}</button>
      </form>`
    }
    <details onToggle=${(event) => open(event.target.open)}><summary>${tr("Who has played it")}</summary>
      ${isOpen ? html`<${DealBoard} visit=${visit} match=${match} />` : ""}</details>
  </section>`;
}
