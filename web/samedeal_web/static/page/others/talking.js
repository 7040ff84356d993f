/** Things to say to the others: phrases, and words where these may be said. */

import { html, useEffect, useRef, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Name } from "../parts/names.js";
import { whyNot } from "../reader/refused.js";
import { tr } from "../reader/words.js";
import { PHRASES } from "./phrases.js";
import { heard, spoken } from "./talk.js";

const TEXT_MAX = 200;
/** While cards are on the table nobody says words, which could be worth something. */
const WORDS_IN = ["gathering", "result"];

/** Returns words as they can be passed on: composed, on one line, all visible. */
export const tidied = (text) =>
  text
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/\p{C}/gu, "")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, TEXT_MAX);

/** Says something in the room; what was not said is told beside what was. */
async function sayIt(visit, what) {
  visit.unsaid = null;
  try {
    await visit.player.say(what);
  } catch (error) {
    if (error.code === undefined) throw error;
    visit.unsaid = error;
  }
  visit.changed();
}

function mute(visit, player) {
  visit.muted.add(player);
  visit.changed();
}

function unmute(visit) {
  visit.muted.clear();
  visit.changed();
}

/** Offers all phrases; `done` hears when one was said. */
export function Phrases({ visit, done = () => {} }) {
  const say = (phrase) => {
    sayIt(visit, { phrase });
    done();
  };
  return html`<details class="phrases">
    <summary>${tr("Say something")}</summary>
    <div>${Object.entries(PHRASES).map(([phrase, text]) => html`<button key=${phrase} type="button" class="quiet small" onClick=${() => say(phrase)}>${tr(text)}</button>`)}</div>
  </details>`;
}

/** What was said, in a place of its own: what one can say oneself stays where it is. */
export function Talk({ visit }) {
  const { player, room } = visit;
  const [words, put] = useState("");
  /** @type {{ current: HTMLElement | null }} */
  const place = useRef(null);
  const lines = heard(visit);
  const last = lines.at(-1);
  useEffect(() => {
    const { current } = place;
    // Not under somebody who is about to press something there.
    if (current !== null && !current.matches(":hover")) current.scrollTop = current.scrollHeight;
  }, [last?.at, last?.offset, visit.unsaid]);
  if (room.quiet || room.seats_max === 1) return null;
  const say = (event) => {
    event.preventDefault();
    const text = tidied(words);
    if (text) sayIt(visit, { text });
    put("");
  };
  return html`<section class="panel talk">
    <header><h2>${tr("Talk")}</h2>
      ${visit.muted.size ? html`<button class="plain small" onClick=${() => unmute(visit)}>${tr("Hear everybody again")}</button>` : ""}</header>
    <div ref=${place} class="talked" tabindex="0" role="group" aria-label=${tr("Talk")}><ul class="heard" aria-live="polite">${lines.map(
      (line) => html`<li key=${`${line.at} ${line.offset}`}>
      <strong>${line.player === player.id ? tr("You") : html`<${Name}>${line.name}</${Name}>`}:</strong>${" "}
      <bdi dir="auto">${spoken(line)}</bdi>
      ${
        line.player === player.id
          ? ""
          : html` <button class="plain small" onClick=${() => mute(visit, line.player)}
        aria-label=${tr("Hear no more of {name}", { name: line.name })}>${tr("Mute")}</button>`
      }
    </li>`,
    )}</ul>
    ${visit.unsaid ? html`<p class="wrong" role="alert">${whyNot(visit.unsaid)}</p>` : ""}</div>
    ${
      player.knowing.own === null
        ? ""
        : html`
      ${
        WORDS_IN.includes(room.phase)
          ? html`<form class="row" onSubmit=${say}>
        <label class="field">${tr("Your words")}
          <input name="words" autocomplete="off" maxlength=${TEXT_MAX} dir="auto" value=${words} onInput=${(event) => put(event.target.value)} />
        </label>
        <button class="quiet">${tr("Say")}</button>
      </form>`
          : ""
      }
      <${Phrases} visit=${visit} />`
    }
  </section>`;
}
