/** The room before its match: the link to send, who is there, and Ready. */

import { html, useState } from "../../vendor/htm-preact-3.1.1.js";
import { AtDoor, Bots, Missing } from "../others/doors.js";
import { Talk } from "../others/talking.js";
import { Banner } from "../parts/banner.js";
import { Head, Welcome } from "../parts/head.js";
import { Rules, useLater } from "../parts/later.js";
import { titleOf } from "../parts/names.js";
import { Send } from "../parts/send.js";
import { termsOf } from "../parts/terms.js";
import { clockText, leftMs, minutes, useTicks } from "../parts/times.js";
import { whyNot } from "../reader/refused.js";
import { tr } from "../reader/words.js";
import { Seats } from "./seats.js";

/** The link as a QR code, which no first card waits for. */
function Code({ link }) {
  const Qr = useLater(async () => (await import("../parts/qr.js")).Qr);
  return html`<div class="qr-place">${Qr === null ? "" : html`<${Qr} text=${link} />`}</div>`;
}

/** Something to do meanwhile; its button is there before what it leads to. */
function Practising({ game }) {
  const [wanted, want] = useState(null);
  const Practice = useLater(async () => (await import("../alone/practice.js")).Practice);
  return wanted === game && Practice !== null
    ? html`<${Practice} key=${game.about.key} game=${game} />`
    : html`<button class="quiet" onClick=${() => want(game)}>${tr("Practise while you wait")}</button>`;
}

function Invite({ visit }) {
  const { link, room, game } = visit;
  const terms = termsOf(room);
  return html`<section class="panel invite">
    <${Code} link=${link} />
    <p class="second">${game ? `${titleOf(game)} · ${minutes(game)}` : ""}</p>
    <h1 class="code">${room.room}</h1>
    <p class="link">${link}</p>
    ${terms.length ? html`<p class="terms">${terms.join(" · ")}</p>` : ""}
    <${Send} link=${link} title=${tr("A race at patience")} />
  </section>`;
}

function Until({ player }) {
  useTicks(500);
  const { room } = player.knowing;
  const ready = room.seats.filter((seat) => seat.ready).length;
  const left = leftMs(player);
  if (ready < 2 || left === null) return null;
  return html`<p>${tr("Who is not ready in {time} loses the seat.", { time: clockText(left) })}</p>`;
}

/** What comes late has its place, or stands at the foot, where it moves nothing that one is about to press. */
export function Waiting({ visit }) {
  const { player, room } = visit;
  const { own } = player.knowing;
  const isAlone = room.seats_max === 1;
  const plays = visit.house.called?.plays;
  const isBrief = isAlone || plays;
  return html`<${Head} visit=${visit} /><${Banner} player=${player} />
  <main>
    ${isBrief ? html`<h1>${titleOf(visit.game)}</h1>` : html`<${Welcome} player=${player} /><${Invite} visit=${visit} />`}
    <${Seats} room=${room} own=${player.knowing.seat}><${Bots} visit=${visit} /></${Seats}>
    ${visit.game && !isBrief ? html`<${Practising} game=${visit.game} />` : ""}
    ${visit.game ? html`<${Rules} visit=${visit} game=${visit.game} />` : ""}
    ${plays ? "" : html`<${Talk} visit=${visit} /><${AtDoor} visit=${visit} />`}
    <p class="second" role="status">
      ${own?.ready && !isAlone ? tr("The match begins when all who sit here are ready, and at least two are.") : ""}
    </p>
  </main>
  <div class="foot narrow" role="group">
    <div class="told">
      ${
        room.voids?.length
          ? html`<p role="status">
        ${tr("A start was void: somebody did not reveal in time. The next deal is another one.")}
      </p>`
          : ""
      }
      ${plays ? "" : html`<${Until} player=${player} />`}
      <${Missing} visit=${visit} />
      ${visit.refused ? html`<p class="wrong" role="alert">${whyNot(visit.refused)}</p>` : ""}
    </div>
    <button class="quiet" onClick=${() => visit.leave()}>${tr("Leave")}</button>
    ${
      plays
        ? ""
        : own?.ready
          ? html`<button class="quiet" onClick=${() => visit.unready()} disabled=${visit.isBusy}>${tr("Not ready after all")}</button>`
          : html`<button class="main" onClick=${() => visit.ready()} disabled=${visit.isBusy}>${tr("Ready")}</button>`
    }
  </div>`;
}
