/** A series: its standing between matches, and its end. */

import { GAMES } from "../../games/index.js";
import { html } from "../../vendor/htm-preact-3.1.1.js";
import { Name, titleOf } from "../parts/names.js";
import { Called, percent, placeText } from "../parts/rows.js";
import { tr, trN } from "../reader/words.js";

export function Series({ visit }) {
  const { room, player } = visit;
  if (room.series) return html`<${Evening} room=${room} own=${player.id} visit=${visit} />`;
  return room.best_of > 1 ? html`<${Wins} room=${room} own=${player.id} />` : "";
}

/** The matches won by each, while they sit there. */
function Wins({ room, own }) {
  const { series_over: isOver, series_winners: winners, standings } = room.result;
  const won = standings.filter(({ seat }) => winners.includes(seat));
  const title = !isOver
    ? tr("The series so far, best of {count}", { count: room.best_of })
    : won.length === 1
      ? won[0].player === own
        ? tr("You have won the series")
        : html`<${Name}>${won[0].name}</${Name}> ${tr("has won the series")}`
      : tr("Nobody has won the series alone");
  const rows = [...room.seats].sort((one, other) => other.wins - one.wins);
  return html`<section class="panel"><h2>${title}</h2>
    <table class="series"><tbody>${rows.map(
      (row) => html`<tr key=${row.seat} class=${row.player === own ? "own" : ""}>
      <td><${Called} row=${row} own=${own} /></td>
      <td class="number">${trN("{count} won", "{count} won", row.wins)}</td></tr>`,
    )}</tbody></table>
  </section>`;
}

/** A duplicate evening: the table so far, and at the end its deals. */
function Evening({ room, own, visit }) {
  const { rows, deals } = room.series;
  const isOver = room.result.series_over;
  const last = new Map(deals.at(-1)?.results.map((each) => [each.row, each.percentage]));
  const head = isOver
    ? tr("The evening, scored as duplicate")
    : tr("After deal {number} of {all}, scored as duplicate", {
        number: deals.length,
        all: room.best_of,
      });
  const mine = rows.findIndex(({ player }) => player === own);
  const ownShare = (deal) => deal.results.find(({ row }) => row === mine)?.percentage ?? null;
  const note = rows.every((row) => row.percentage === null)
    ? tr(" There is nobody in this room to compare with.")
    : rows.some((row) => row.place === null)
      ? tr(" No place: a bot, or played fewer than half of the deals.")
      : "";
  return html`<section class="panel wide-table" tabindex="0"><h2>${head}</h2>
    <table class="series">
      <thead><tr><th><span class="spoken">${tr("place")}</span></th><th>${tr("player")}</th><th class="number">${tr("average")}</th><th class="number">${tr("last deal")}</th><th class="number">${tr("deals")}</th></tr></thead>
      <tbody>${rows.map(
        (row, n) => html`<tr key=${row.player} class=${row.player === own ? "own" : ""}>
        <td>${placeText(row.place, rows)}</td><td><${Called} row=${row} own=${own} /></td>
        <td class="number">${percent(row.percentage)}</td><td class="number">${percent(last.get(n) ?? null)}</td><td class="number">${row.deals}</td></tr>`,
      )}</tbody>
    </table>
    ${note ? html`<p class="second">${note}</p>` : ""}
    ${
      isOver
        ? html`<table class="series">
      <thead><tr><th>${tr("deal")}</th><th>${tr("game")}</th><th class="number">${tr("you")}</th><td></td></tr></thead>
      <tbody>${deals.map(
        (
          deal,
          n,
        ) => html`<tr key=${deal.match}><td>${n + 1}</td><td>${titleOf(GAMES.get(deal.game)) || deal.game}</td>
        <td class="number">${percent(ownShare(deal))}</td>
        <td>${room.kind === "event" ? "" : html`<a href=${visit.linkTo(deal.match)} target="_blank">${tr("Move by move")}</a>`}</td></tr>`,
      )}</tbody>
    </table>`
        : ""
    }
  </section>`;
}
