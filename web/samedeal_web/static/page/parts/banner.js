/** The news above all else: a line that is lost, a server that stands still, notices. */

import { html } from "../../vendor/htm-preact-3.1.1.js";
import { tr } from "../reader/words.js";
import { useLater } from "./later.js";
import { useTicks } from "./times.js";

/** Tells that the line is lost, what is kept, and when it is tried again. */
export function Banner({ player }) {
  useTicks(500);
  const { state, service } = player;
  if (state === "away") {
    const seconds = Math.max(0, Math.ceil((player.triesAt - Date.now()) / 1000));
    const kept = player.knowing.seat === null ? "" : tr("Your seat and your moves are kept.");
    const waiting = player.exchange.moves.length;
    return html`<div class="banner" role="alert">
      <strong>${tr("The connection is lost.")}</strong> ${kept}
      ${waiting ? ` ${tr("Moves that wait: {count}.", { count: waiting })}` : ""}
      ${" "}<button class="plain" onClick=${() => player.tryNow()}>
        ${seconds > 1 ? tr("Next try in {count} s", { count: seconds }) : tr("Trying ...")}
      </button>
    </div>`;
  }
  if (service === "degraded") {
    return html`<div class="banner" role="alert">
      ${tr("The server cannot write just now. All clocks stand still.")}
    </div>`;
  }
  const isNoticed = player.announced || player.knowing.room?.pause;
  return isNoticed ? html`<${Noticed} player=${player} />` : "";
}

function Noticed({ player }) {
  const Notices = useLater(async () => (await import("./notices.js")).Notices);
  return Notices === null ? "" : html`<${Notices} player=${player} />`;
}
