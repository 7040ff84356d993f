/** A room that somebody was invited to: who is there, one field, one button. */

import { html, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Bars } from "../others/bars.js";
import { Banner } from "../parts/banner.js";
import { Because, Head, Welcome } from "../parts/head.js";
import { Rules, useLater } from "../parts/later.js";
import { NameField } from "../parts/name_field.js";
import { Name, titleOf } from "../parts/names.js";
import { termsOf } from "../parts/terms.js";
import { clockText, leftMs, minutes, useTicks } from "../parts/times.js";
import { whyGone, whyNot } from "../reader/refused.js";
import { later, tr } from "../reader/words.js";
import { Seats } from "./seats.js";
import { ownSeat, sitDown, takeUp } from "./sitting.js";

const LOST = {
  not_ready: later("You were not ready in time and lost your seat."),
  no_show: later("You did not reveal a nonce in time and lost your seat."),
  away: later("You were away too long and lost your seat."),
};

const OUT = {
  put_out: later("{name} has put you out of this room."),
  door_shut: later("The host of this room lets nobody new in."),
};
/** Returns why somebody does not come in, for whom the host may have kept out. */
const whyOut = ({ refused }) =>
  refused.code in OUT ? tr(OUT[refused.code], { name: refused.error.detail }) : whyNot(refused);

export function Join({ visit }) {
  const { player, room } = visit;
  if (player.code && player.state === "apart") return html`<${Gone} visit=${visit} />`;
  if (room === null && !visit.isClosed) {
    if (visit.refused === null || player.state === "connecting") {
      return html`<${Head} visit=${visit} /><main><p role="status">${tr("Looking for the room ...")}</p></main>`;
    }
  }
  if (room?.phase === "closed") return html`<${Closed} visit=${visit} />`;
  const code = visit.refused?.code;
  const isShut = room === null && code === "door_shut";
  if (isShut || code === "unknown_room" || code === "put_out")
    return html`<${Unknown} visit=${visit} />`;
  const host = room?.seats.find(({ seat }) => seat === room.host);
  const isOn = room?.phase === "playing";
  const terms = room ? termsOf(room) : [];
  return html`<${Head} visit=${visit} /><${Banner} player=${player} />
  <main class=${isOn && room.watch === "boards" ? "wide" : ""}>
    <p class="above">${tr("Room {room}", { room: visit.code })}</p>
    <h1>${
      isOn
        ? titleOf(visit.game) || room.game
        : host
          ? html`<${Name}>${host.name}</${Name}> ${tr("wants to race you at {game}", { game: titleOf(visit.game) || room.game })}`
          : tr("This room cannot be seen into")
    }</h1>
    ${visit.game ? html`<p>${tr(visit.game.about.summary)} ${minutes(visit.game)}.</p>` : ""}
    ${room ? "" : html`<p>${tr("Nobody without a seat sees into this room.")}</p>`}
    ${visit.lost in LOST ? html`<p class="wrong" role="status">${tr(LOST[visit.lost])}</p>` : ""}
    <${Way} visit=${visit} />
    ${terms.length ? html`<p class="terms">${terms.join(" · ")}</p>` : ""}
    ${visit.game ? html`<${Rules} visit=${visit} game=${visit.game} />` : ""}
    ${isOn ? "" : room ? html`<${Seats} room=${room} />` : ""}
    <${Welcome} player=${player} />
    ${isOn ? html`<${Watching} visit=${visit} />` : ""}
    ${room?.result && room.phase !== "playing" ? html`<p>${tr("The match before:")} <a href=${visit.linkTo(room.result.match)} target="_blank">${tr("Move by move")}</a></p>` : ""}
  </main>`;
}

/** The ways to a seat: sit down, go on, or wait for the next match. */
function Way({ visit }) {
  const { room } = visit;
  const [name, setName] = useState(visit.kept.name ?? "");
  const submit = (event) => {
    event.preventDefault();
    if (name.trim()) sitDown(visit, name.trim());
  };
  const mine = ownSeat(visit);
  if (mine !== null) {
    return html`<p>${tr("Your seat here is kept.")}</p>
      <button class="main" onClick=${() => takeUp(visit)} disabled=${visit.isBusy}>${tr("Go on here")}</button>`;
  }
  if (room?.phase === "playing" || room?.phase === "countdown")
    return html`<${Running} visit=${visit} />`;
  const isFull =
    room !== null && room.seats.length >= room.seats_max && !room.seats.some(({ bot }) => bot);
  if (isFull) {
    return html`<p class="wrong" role="status">${tr("Every seat in this room is taken.")}</p>
      <p>${tr("This page looks on: it offers you a seat when one becomes free.")}</p>`;
  }
  return html`<form onSubmit=${submit}>
    <${NameField} value=${name} onInput=${setName} refused=${visit.refused} />
    ${visit.refused ? html`<p class="wrong" role="alert">${whyOut(visit)}</p>` : ""}
    <button class="main" disabled=${visit.isBusy}>${tr("Sit down, ready")}</button>
    <p class="second">${tr("No account, nothing to install.")}</p>
  </form>`;
}

/** The boards of those who play, which come late: nothing that can be pressed is below them. */
function Watching({ visit }) {
  const Watched = useLater(async () => (await import("../others/watched.js")).Watched);
  return Watched ? html`<${Watched} visit=${visit} />` : "";
}

function Running({ visit }) {
  useTicks(500);
  const left = leftMs(visit.player);
  return html`<p role="status">${tr("A match is on. You can sit down for the next one when it is over.")}</p>
    ${left === null ? "" : html`<p class="clock">${clockText(left)}</p>`}
    <div class="panel"><${Bars} visit=${visit} /></div>`;
}

/** Says that there is no way on, and what one can do. */
export function Gone({ visit }) {
  const again = () => window.location.reload();
  return html`<${Head} visit=${visit} /><main>
    <h1>${tr("You are not connected")}</h1>
    <p>${whyGone(visit.player.code)}</p>
    <button class="main" onClick=${again}>${tr("Play here")}</button>
  </main>`;
}

/** Says that a code leads nowhere. */
function Unknown({ visit }) {
  return html`<${Head} visit=${visit} /><main>
    <p class="above">${tr("Room {room}", { room: visit.code })}</p>
    <h1>${whyOut(visit)}</h1>
    <button class="main" onClick=${() => visit.home()}>${tr("To the first page")}</button>
  </main>`;
}

export function Closed({ visit }) {
  if (visit.refused?.code === "put_out") return html`<${Unknown} visit=${visit} />`;
  return html`<${Head} visit=${visit} /><main>
    <h1>${tr("This room is closed")}</h1>
    <${Because} room=${visit.room} />
    <button class="main" onClick=${() => visit.home()}>${tr("To the first page")}</button>
  </main>`;
}
