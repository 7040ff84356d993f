/** The deeds in a race besides moving; those that cannot be taken back ask first. */

import { html, useEffect, useRef, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Phrases } from "../others/talking.js";
import { Rules } from "../parts/later.js";
import { tr } from "../reader/words.js";

const DOES = {
  finish: (visit) => visit.doing(() => visit.player.finish()),
  resign: (visit) => visit.doing(() => visit.player.resign()),
  leave: (visit) => visit.leave(),
  pause: (visit) => visit.doing(() => visit.player.pause()),
  settings: (visit) => visit.sets(true),
};

/** `shut` is called once something was done, or wanted no more. */
export function Sheet({ visit, isOver, shut }) {
  const { room } = visit;
  const [asks, ask] = useState("");
  const sheet = useRef(null);
  useEffect(() => {
    // What was pressed is there no more.
    if (asks) sheet.current.querySelector("button").focus();
  }, [asks]);
  const words = {
    finish: [tr("Finish, keep the score"), tr("Stop here for good?")],
    resign: [tr("Resign"), tr("Resign and come last?")],
    leave: [tr("Leave"), isOver ? tr("Leave the room?") : tr("Leave now and come last?")],
  };
  const shown = isOver ? ["leave"] : ["finish", "resign", "leave"];
  const people = room.seats.filter((seat) => seat.play && !seat.bot);
  const counts = room.kind !== "match" || (room.rated && people.length > 1);
  const button = (what, text) =>
    html`<button class="quiet" onClick=${() => {
      DOES[what](visit);
      shut();
    }}>${text}</button>`;
  const choices = () => html`
    ${isOver || counts ? "" : button("pause", tr("Pause"))}
    ${shown.map((what) => html`<button key=${what} class="quiet" onClick=${() => ask(what)}>${words[what][0]}</button>`)}
    ${room.quiet || room.seats_max === 1 ? "" : html`<${Phrases} visit=${visit} done=${shut} />`}
    <${Rules} visit=${visit} game=${visit.game} />
    ${button("settings", tr("Settings"))}`;
  const asked = () => html`<p>${words[asks][1]}</p>
    <button key="asked" class="main" onClick=${() => {
      DOES[asks](visit);
      shut();
    }}>${words[asks][0]}</button>
    <button class="quiet" onClick=${shut}>${tr("Play on")}</button>`;
  return html`<div ref=${sheet} class="panel sheet" role=${asks ? "alertdialog" : undefined} aria-label=${asks ? words[asks][1] : undefined}>
    ${asks ? asked() : choices()}
  </div>`;
}
