/** Occasional notices: a pause of a race, and words of whoever runs the server. */

import { html, useState } from "../../vendor/htm-preact-3.1.1.js";
import { language, tr } from "../reader/words.js";
import { clockText, useTicks } from "./times.js";

/** Tells of a pause that is wanted, or on, and what one can do about it. */
function Pausing({ player }) {
  useTicks(500);
  const { room, seat, mayMove } = player.knowing;
  const pause = room?.pause;
  if (!pause) return null;
  const button = (text, does) =>
    mayMove
      ? html` <button class="plain" onClick=${() => does().catch(() => {})}>${text}</button>`
      : "";
  const goOn = () => button(tr("Go on"), () => player.goOn());
  if ((pause.since ?? null) === null) {
    if (pause.asked.includes(seat)) {
      return html`<div class="banner" role="status">
        ${tr("You want a pause; it begins once all who race agree.")}${goOn()}
      </div>`;
    }
    const name = room.seats.find((one) => one.seat === pause.asked[0])?.name ?? tr("somebody");
    return html`<div class="banner" role="status">
      ${tr("{name} wants a pause.", { name })}${button(tr("Pause"), () => player.pause())}
    </div>`;
  }
  const left = pause.until - player.nowMs();
  return html`<div class="banner" role="status">
    ${
      (pause.by ?? null) === null
        ? html`${tr("PAUSED: the clocks stand, for {time} at most.", { time: clockText(left) })}${goOn()}`
        : tr("PAUSED: goes on in {s} s.", { s: Math.max(0, Math.ceil(left / 1000)) })
    }
  </div>`;
}

/** Returns the text in a reader's language, else in English, else in any; "" if none. */
export function saidIn(language, said) {
  const texts = Object.entries(said);
  const inOne = (wanted) => texts.find(([tag]) => tag.split("-")[0].toLowerCase() === wanted);
  const [, text] = inOne(language) ?? inOne("en") ?? texts[0] ?? ["", ""];
  return text;
}

/** The announcement that was read, and is shown no more. */
let wasRead = "";

/** Tells what whoever runs the server says to everybody. */
function Announced({ player }) {
  const [, put] = useState("");
  const text = saidIn(language(), player.announced ?? {});
  if (!text || text === wasRead) return null;
  const hide = () => {
    wasRead = text;
    put(text);
  };
  return html`<div class="banner announced" role="status">
    <span>${tr("From whoever runs this server: {text}", { text })}</span>
    <button class="plain" aria-label=${tr("Hide this notice")} onClick=${hide}>×</button>
  </div>`;
}

/** All of them, as far as there are any. */
export const Notices = ({ player }) =>
  html`<${Announced} player=${player} /><${Pausing} player=${player} />`;
