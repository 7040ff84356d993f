/** An event: deals that several rooms play, with one table for all of them. */

import { GAMES } from "../../games/index.js";
import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { hex } from "../../wire/fairness.js";
import { Head } from "../parts/head.js";
import { NameField } from "../parts/name_field.js";
import { titleOf } from "../parts/names.js";
import { Called, percent, placeText } from "../parts/rows.js";
import { Send } from "../parts/send.js";
import { exactly, minutes, useTicks } from "../parts/times.js";
import { whyNot } from "../reader/refused.js";
import { tr } from "../reader/words.js";
import { readCode } from "../visit/addresses.js";
import { changedSince } from "./committed.js";

/** Hex digits of a commitment that people compare at a glance. */
const SHORT = 16;
const SEATS = [1, 2, 3, 4, 5, 6, 7, 8];
const ROWS_MOST = 256;

const when = (ms) => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
const gameOf = (key) => titleOf(GAMES.get(key)) || key;

/** Asks for all rows of a table that comes in parts. */
async function whole(visit, asked) {
  let found = await visit.ask({ ...asked, start: 0 });
  const rows = [...found.rows];
  while (rows.length < found.total && rows.length < ROWS_MOST && found.rows.length) {
    found = await visit.ask({ ...asked, start: rows.length });
    rows.push(...found.rows);
  }
  return { ...found, rows };
}

function useAsked(visit, asked) {
  const [found, find] = useState(null);
  useEffect(() => {
    let isWanted = true;
    whole(visit, asked).then(
      (answer) => isWanted && find(answer),
      (error) => isWanted && find({ error }),
    );
    return () => {
      isWanted = false;
    };
  }, [JSON.stringify(asked)]);
  return found;
}

/** Everybody's results on one deal. */
function DealTable({ visit, event, number, isRevealed }) {
  const found = useAsked(visit, { t: "event_deal", event, deal: number });
  if (found === null) return html`<p role="status">${tr("Looking...")}</p>`;
  if (found.error) return html`<p class="wrong" role="alert">${whyNot(found.error)}</p>`;
  const own = visit.player.id;
  return html`<div class="wide-table"><table class="series">
    <thead><tr><th><span class="spoken">${tr("place")}</span></th><th>${tr("player")}</th><th class="number">${tr("Score")}</th><th class="number">${tr("Time")}</th><th class="number">%</th>${isRevealed ? html`<td></td>` : ""}</tr></thead>
    <tbody>${found.rows.map(
      (row) => html`<tr key=${row.player} class=${row.player === own ? "own" : ""}>
      <td>${placeText(row.place, found.rows)}</td><td><${Called} row=${row} own=${own} linkTo=${(player) => visit.linkToPlayer(player)} /></td>
      <td class="number">${row.score}</td><td class="number">${row.score && row.elapsed_ms ? exactly(row.elapsed_ms) : "-"}</td><td class="number">${percent(row.percentage)}</td>
      ${isRevealed ? html`<td><a href=${visit.linkTo(row.match)}>${tr("Move by move")}</a></td>` : ""}</tr>`,
    )}</tbody>
  </table></div>`;
}

function Deal({ visit, event, deal, number, isRevealed }) {
  const [isOpen, open] = useState(false);
  return html`<li>
    <span><strong>${number}</strong> ${gameOf(deal.game)}
      ${GAMES.has(deal.game) ? html` <span class="second">${minutes(GAMES.get(deal.game))}</span>` : ""}</span>
    <span class="second">${tr("committed to")} <code>${hex(deal.commitment).slice(0, SHORT)}</code></span>
    ${
      deal.players
        ? html`<details onToggle=${(toggled) => open(toggled.target.open)}>
      <summary>${tr("Played by {count}", { count: deal.players })}</summary>
      ${isOpen ? html`<${DealTable} visit=${visit} event=${event} number=${number} isRevealed=${isRevealed} />` : ""}</details>`
        : ""
    }
  </li>`;
}

function Table({ visit, event, rows }) {
  const own = visit.player.id;
  if (!rows.length) return html`<p>${tr(" Nobody has played any of its deals yet.")}</p>`;
  return html`<section class="panel wide-table"><table class="series">
    <thead><tr><th><span class="spoken">${tr("place")}</span></th><th>${tr("player")}</th><th class="number">${tr("average")}</th><th class="number">${tr("deals")}</th></tr></thead>
    <tbody>${rows.map(
      (row) => html`<tr key=${row.player} class=${row.player === own ? "own" : ""}>
      <td>${placeText(row.place, rows)}</td><td><${Called} row=${row} own=${own} linkTo=${(player) => visit.linkToPlayer(player)} /></td>
      <td class="number">${percent(row.percentage)}</td>
      <td class="number">${tr("{part} of {whole}", { part: row.deals, whole: event.deals.length })}</td></tr>`,
    )}</tbody></table>
    ${rows.some(({ place }) => place === null) ? html`<p class="second">${tr(" No place: played fewer than half of the deals.")}</p>` : ""}
  </section>`;
}

/** Opens a room that plays the event, for oneself or for friends. */
function Play({ visit, event }) {
  const [name, setName] = useState(visit.kept.name ?? "");
  const [seats, put] = useState(4);
  const [isPublic, setPublic] = useState(false);
  /** The room that one plays the event in, if the server says which. */
  const other =
    visit.refused?.code === "other_room" ? readCode(visit.refused.error.detail ?? "") : null;
  const play = (submitted) => {
    submitted.preventDefault();
    if (name.trim())
      visit.open(name.trim(), { event, seats, public: isPublic && seats > 1 }, "host_event");
  };
  return html`<form class="panel" onSubmit=${play}>
    <h2>${tr("Play it")}</h2>
    <p>${tr("Everybody plays each deal once, in one room: alone, or with friends who come by that room's link.")}</p>
    <${NameField} value=${name} onInput=${setName} refused=${visit.refused} />
    <div class="row"><label class="field">${tr("Seats")}
      <select name="seats" value=${seats} onChange=${(changed) => put(Number(changed.target.value))}>
        ${SEATS.map((n) => html`<option key=${n} value=${n} selected=${n === seats}>${n}</option>`)}</select></label>
      <label class="check"><input type="checkbox" checked=${isPublic} onChange=${(changed) => setPublic(changed.target.checked)} />
        ${tr("Anybody may sit down")}</label></div>
    ${visit.refused ? html`<p class="wrong" role="alert">${whyNot(visit.refused)}</p>` : ""}
    ${other ? html`<p><button type="button" class="quiet" onClick=${() => visit.goTo(other)}>${tr("Go on there")}</button></p>` : ""}
    <button class="main" disabled=${visit.isBusy}>${tr("Open a room for this event")}</button>
  </form>`;
}

function Shown({ visit, found }) {
  useTicks(60_000);
  const { event, rows } = found;
  const now = visit.player.nowMs();
  const isOpen = now < event.closes_at;
  const isRevealed = now >= event.reveal_at;
  const [doubts] = useState(() => changedSince(visit.base.pathname, event, now));
  const state = isOpen
    ? tr(" Open until {when}.", { when: when(event.closes_at) })
    : isRevealed
      ? tr(" Closed on {when}.", { when: when(event.closes_at) })
      : tr(" Closed; proven from {when} on.", { when: when(event.reveal_at) });
  return html`<p>${state}</p>
    ${doubts.length ? html`<div class="panel" role="alert"><ul>${doubts.map((doubt) => html`<li class="wrong">${doubt}</li>`)}</ul></div>` : ""}
    <p class="row"><${Send} link=${visit.linkToEvent(event.event)} title=${tr("Event {event}", { event: event.event })} /></p>
    <${Table} visit=${visit} event=${event} rows=${rows} />
    ${isOpen ? html`<${Play} visit=${visit} event=${event.event} />` : ""}
    <h2>${tr("Deals")}</h2>
    <ol class="panel rooms days">${event.deals.map((deal, n) => html`<${Deal} key=${deal.deal} visit=${visit} event=${event.event} deal=${deal} number=${n + 1} isRevealed=${isRevealed} />`)}</ol>
    <p class="second">${tr("Nobody is told its seeds before {when}; then {command} proves all of it.", { when: when(event.reveal_at), command: `samedeal event ${event.event} --verify` })}</p>`;
}

export function Event({ visit }) {
  const found = useAsked(visit, { t: "event", event: visit.event });
  return html`<${Head} visit=${visit} />
  <main class="wide"><h1>${tr("Event {event}", { event: visit.event })}</h1>
    ${
      found === null
        ? html`<p role="status">${tr("Looking...")}</p>`
        : found.error
          ? html`<p class="wrong" role="alert">${whyNot(found.error)}</p>`
          : html`<${Shown} visit=${visit} found=${found} />`
    }
  </main>`;
}
