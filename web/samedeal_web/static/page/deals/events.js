/** Makes an event: which games, how many deals, for how long. */

import { GAMES } from "../../games/index.js";
import { html, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Head } from "../parts/head.js";
import { NameField } from "../parts/name_field.js";
import { titleOf } from "../parts/names.js";
import { whyNot } from "../reader/refused.js";
import { tr, trN } from "../reader/words.js";

const DEALS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32];
/** In hours; no server makes one that is open for longer. */
const OPEN_FOR = [1, 3, 24, 48, 7 * 24, 14 * 24];
const MOST_GAMES = 8;
const ID = /^(?:[2-9A-HJKMNP-TV-Z]{7}){1,2}$/;

const span = (hours) =>
  hours < 48
    ? trN("{count} hour", "{count} hours", hours)
    : trN("{count} day", "{count} days", hours / 24);

function show(visit, event) {
  visit.event = event;
  visit.show("event", "", `event/${event}`);
}

/** Makes an event, and shows it. */
const create = (visit, name, asked) =>
  visit.doing(async () => {
    await visit.be(name);
    const { event } = await visit.player.ask({ t: "create_event", ...asked });
    show(visit, event.event);
  });

function Find({ visit }) {
  const [typed, type] = useState("");
  const [isWrong, setWrong] = useState(false);
  const find = (submitted) => {
    submitted.preventDefault();
    const id = typed.trim().toUpperCase().split("/").at(-1);
    setWrong(!ID.test(id));
    if (ID.test(id)) show(visit, id);
  };
  return html`<form class="panel" onSubmit=${find}><div class="row">
      <label class="field">${tr("An event's id, or its link")}
        <input name="event" autocomplete="off" maxlength="200" value=${typed} onInput=${(input) => type(input.target.value)}
          aria-invalid=${isWrong ? "true" : undefined} /></label>
      <button class="quiet">${tr("Show")}</button></div>
    ${isWrong ? html`<p class="wrong" role="alert">${tr("An event's id has fourteen signs, such as 7KQ4PXY8M2ABTW.")}</p>` : ""}
  </form>`;
}

export function Events({ visit }) {
  const [name, setName] = useState(visit.kept.name ?? "");
  const [games, put] = useState([GAMES.keys().next().value]);
  const [deals, setDeals] = useState(8);
  const [hours, setHours] = useState(24);
  const turn = (key) =>
    put(games.includes(key) ? games.filter((one) => one !== key) : [...games, key]);
  const make = (submitted) => {
    submitted.preventDefault();
    if (name.trim() && games.length) create(visit, name.trim(), { games, deals, hours });
  };
  const number = (label, value, choose, choices, text) => html`<label class="field">${label}
    <select value=${value} onChange=${(changed) => choose(Number(changed.target.value))}>
      ${choices.map((n) => html`<option key=${n} value=${n} selected=${n === value}>${text(n)}</option>`)}</select></label>`;
  return html`<${Head} visit=${visit} />
  <main class="wide"><h1>${tr("Events")}</h1>
    <p>${tr("The same deals in several rooms, at different times, with one table for all. The cards are kept secret until it has closed.")}</p>
    <${Find} visit=${visit} />
    <form class="panel" onSubmit=${make}>
      <h2>${tr("Make one")}</h2>
      <${NameField} value=${name} onInput=${setName} refused=${visit.refused} />
      <div class="row choices">${number(tr("Deals"), deals, setDeals, DEALS, String)}${number(tr("Open for"), hours, setHours, OPEN_FOR, span)}</div>
      <fieldset class="choice turn"><legend>${tr("Games, played in turn")}</legend>
        ${[...GAMES].map(
          ([
            key,
            game,
          ]) => html`<label key=${key} class="check"><input type="checkbox" checked=${games.includes(key)}
          disabled=${games.length >= MOST_GAMES && !games.includes(key)} onChange=${() => turn(key)} />${titleOf(game)}</label>`,
        )}</fieldset>
      ${visit.refused ? html`<p class="wrong" role="alert">${whyNot(visit.refused)}</p>` : ""}
      <button class="main" disabled=${visit.isBusy || !games.length}>${tr("Make the event")}</button>
      <p class="second">${tr("You get a link to send.")}</p>
    </form>
  </main>`;
}
