/** The countdown: who is ready, and the number that was told before. */

import { html } from "../../vendor/htm-preact-3.1.1.js";
import { hex } from "../../wire/fairness.js";
import { Banner } from "../parts/banner.js";
import { Name, titleOf } from "../parts/names.js";
import { leftMs, useTicks } from "../parts/times.js";
import { tr } from "../reader/words.js";

const AROUND = 2 * Math.PI * 46;

export function Countdown({ visit }) {
  useTicks(100);
  const { player, room } = visit;
  const left = leftMs(player) ?? 0;
  const seconds = Math.ceil(left / 1000);
  const sealed = room.next_match ? hex(room.next_match.commitment).slice(0, 16) : "";
  const part = Math.min(left / 5000, 1);
  return html`<main class="cloth countdown"><${Banner} player=${player} />
    <h1>${titleOf(visit.game)}</h1>
    <p>${tr("Everybody gets this deck")}</p>
    <div class="ring">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle cx="50" cy="50" r="46" class="well" />
        <circle cx="50" cy="50" r="46" class="brass" stroke-dasharray=${`${part * AROUND} ${AROUND}`} />
      </svg>
      <strong role="timer" aria-live="off">${seconds}</strong>
    </div>
    <p class="who">${room.seats
      .filter((seat) => seat.ready)
      .map(
        (seat) => html`<span key=${seat.seat} class="sitter">
      <${Name}>${seat.name}</${Name}></span>`,
      )}</p>
    <p>${tr("The deck is sealed.")}</p>
    <p class="digits">${sealed.replace(/(....)/g, "$1 ").trim()} …</p>
    <p class="note">${tr("This number was told before anybody was ready. When the match is over, your browser checks that the cards were the ones it stood for.")}</p>
    <p class="spoken" role="status">${tr("The match begins.")}</p>
  </main>`;
}
