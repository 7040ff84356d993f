/** The result: who won by what, the standings, the proof, and the next match. */

import { html } from "../../vendor/htm-preact-3.1.1.js";
import { AtDoor, Bots, Missing } from "../others/doors.js";
import { Talk } from "../others/talking.js";
import { Banner } from "../parts/banner.js";
import { Because, Head } from "../parts/head.js";
import { useLater } from "../parts/later.js";
import { Name, titleOf, toldApart } from "../parts/names.js";
import { whyNot } from "../reader/refused.js";
import { tr } from "../reader/words.js";
import { DealBoard } from "../standings/deal.js";
import { headline, Standings, winnersOf } from "../standings/standings.js";
import { Proof } from "./proven.js";
import { Rated } from "./rated.js";
import { Series } from "./series.js";

/** The address of the event that a room plays. */
const eventOf = (visit) => visit.linkToEvent(visit.room.origin.replace("event/", ""));

/** The address of the leaderboard of those who sat in a room. */
const bestOf = ({ room, played, base }) =>
  new URL(
    `leaderboards?${new URLSearchParams({ game: played?.about.key ?? "", among: "room", room: room.room })}`,
    base,
  ).href;

/** The standings in the deal of today that was played, and the way to tell others. */
function OfToday({ visit }) {
  const Standing = useLater(async () => (await import("../standings/day.js")).Standing);
  return html`<section class="panel"><h2>${tr("How this deal stands so far")}</h2>
    ${Standing ? html`<${Standing} visit=${visit} game=${visit.room.game} />` : ""}</section>`;
}

/** Where else one can look at the match, and at others. */
function Further({ visit }) {
  const { room } = visit;
  const { match, reveal_at } = room.result;
  const link = (href, text) => html`<a href=${href} target="_blank">${text}</a>`;
  return html`<p class="row further">
    ${reveal_at ? "" : link(visit.linkTo(match), tr("Move by move"))}
    ${room.kind === "event" ? link(eventOf(visit), tr("The table of all rooms")) : ""}
    ${room.seats_max === 1 || room.kind !== "match" ? "" : link(bestOf(visit), tr("Leaderboard of who sat in this room"))}
  </p>`;
}

/** What comes late has its place, is below what can be pressed, or stands at the foot. */
export function Result({ visit }) {
  const { player, room } = visit;
  const { result } = room;
  const { own, seat } = player.knowing;
  const title = headline(result.standings, seat);
  const [winner] = winnersOf(toldApart(result.standings));
  const ready = room.seats.filter((each) => each.ready && each.seat !== seat);
  const mayGoOn = room.kind === "match" || (room.kind === "event" && room.next_match !== null);
  const isNext = room.scoring === "duplicate" && !result.series_over;
  const isAlone = room.seats_max === 1;
  return html`<${Head} visit=${visit} /><${Banner} player=${player} />
  <main class="wide result">
    <section class="cloth hero">
      <p>${titleOf(visit.played)} · ${tr("Room {room}", { room: room.room })}</p>
      <h1>${title ?? html`<${Name}>${winner.name}</${Name}> ${tr("won with {score}", { score: winner.score })}`}</h1>
      ${visit.game === visit.played || room.phase === "closed" || !room.games.length ? "" : html`<p>${tr("Next: {game}", { game: titleOf(visit.game) })}</p>`}
      <${Rated} visit=${visit} result=${result} />
    </section>
    <${Standings} rows=${result.standings} own=${seat} />
    <${Further} visit=${visit} />
    ${room.kind === "daily" ? html`<${OfToday} visit=${visit} />` : ""}
    <${Series} visit=${visit} />
    <${Proof} visit=${visit} result=${result} />
    ${
      room.kind === "challenge"
        ? html`<section class="panel"><h2>${tr("Who has played this deal")}</h2>
      <${DealBoard} key=${result.match} visit=${visit} match=${result.match} /></section>`
        : ""
    }
    ${room.phase === "closed" ? "" : html`<${Talk} visit=${visit} />`}
    <${AtDoor} visit=${visit} />
    <${Bots} visit=${visit} />
    ${room.phase === "closed" ? html`<p role="status">${tr("This room is closed")}</p><${Because} room=${room} />` : ""}
  </main>
  <div class="foot" role="group">
    <div class="told">
      ${ready.map((each) => html`<p key=${each.seat} role="status"><${Name}>${each.name}</${Name}> ${tr("is ready for another.")}</p>`)}
      <${Missing} visit=${visit} />
      ${visit.refused ? html`<p class="wrong" role="alert">${whyNot(visit.refused)}</p>` : ""}
    </div>
    <button class="quiet" onClick=${() => visit.leave()}>${tr("Leave")}</button>
    ${room.kind === "daily" ? html`<button class="main" onClick=${() => visit.show("daily")}>${tr("Today's deals")}</button>` : ""}
    ${
      room.phase === "closed" || !mayGoOn || own === null
        ? ""
        : own.ready
          ? html`<button class="quiet" onClick=${() => visit.unready()} disabled=${visit.isBusy}>${tr("Waiting for the others")}</button>`
          : html`<button class="main" onClick=${() => visit.ready()} disabled=${visit.isBusy}>
          ${isNext || visit.game !== visit.played ? tr("Next deal") : isAlone ? tr("Another deal") : tr("Rematch")}</button>`
    }
  </div>`;
}
