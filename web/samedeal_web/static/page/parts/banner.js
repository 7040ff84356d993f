/** What is told above all else: a line that is lost, a server that stands still, a pause. */

import { html } from "../../vendor/htm-preact-3.1.1.js";
import { language, tr } from "../reader/words.js";
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
  return html`<${Announced} player=${player} />${player.knowing.room?.pause ? html`<${Paused} player=${player} />` : ""}`;
}

/** Returns the text in a reader's language, else in English, else in any; "" if none. */
export function saidIn(language, said) {
  const texts = Object.entries(said);
  const inOne = (wanted) => texts.find(([tag]) => tag.split("-")[0].toLowerCase() === wanted);
  const [, text] = inOne(language) ?? inOne("en") ?? texts[0] ?? ["", ""];
  return text;
}

/** Tells what whoever runs the server says to everybody. */
function Announced({ player }) {
  const text = saidIn(language(), player.announced ?? {});
  if (!text) return null;
  return html`<div class="banner" role="status">
    ${tr("From whoever runs this server: {text}", { text })}
  </div>`;
}

function Paused({ player }) {
  const Pausing = useLater(async () => (await import("./pausing.js")).Pausing);
  return Pausing === null ? "" : html`<${Pausing} player=${player} />`;
}
