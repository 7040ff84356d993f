/** The door of a room: who comes in, bots of the house among them, and reports to whoever runs the server. */

import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Name } from "../parts/names.js";
import { whyNot } from "../reader/refused.js";
import { AT_DOOR } from "../reader/said.js";
import { tr } from "../reader/words.js";
import { tidied } from "./talking.js";

const WHY_MAX = 200;
const LOOKED_EVERY_MS = 10_000;

/** Does what is asked for; says whether it was done, and why not. */
function useAsking(visit, words = {}) {
  const [wrong, tell] = useState("");
  const ask = async (message) => {
    tell("");
    try {
      await visit.ask(message);
      return true;
    } catch (error) {
      if (error.code === undefined) throw error;
      tell(words[error.code] ? tr(words[error.code]) : whyNot(error));
      return false;
    }
  };
  const told = wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : "";
  return { ask, told };
}

/** Whom the host has put out and let in, and whether the door is shut; for the host, more. */
function Door({ visit }) {
  const { room, player } = visit;
  const { seat } = player.knowing;
  const [who, name] = useState("");
  const { ask, told } = useAsking(visit, AT_DOOR);
  if (room.seats_max === 1 || room.phase === "closed") return null;
  const { shut = false, let_in = [], put_out = [] } = room.door ?? {};
  const isHost = seat === room.host;
  const button = (text, message, called = undefined) =>
    isHost
      ? html` <button type="button" class="plain small" aria-label=${called} onClick=${() => ask(message)}>${text}</button>`
      : "";
  const putOut = (one) =>
    button(
      tr("Put out"),
      { t: "put_out", who: one.player },
      tr("Put {name} out", { name: one.name }),
    );
  const letIn = (one) =>
    button(tr("Let in"), { t: "let_in", who: one.player }, tr("Let {name} in", { name: one.name }));
  const row = (one, how) =>
    html`<li key=${one.player}><${Name}>${one.name}</${Name}>${how(one)}</li>`;
  const others = room.seats.filter((one) => one.seat !== seat && !one.bot);
  const said = html`
    ${shut ? html`<p role="status">${tr("The door is shut to whom the host has not let in.")}</p>` : ""}
    ${let_in.length ? html`<p>${tr("Let in:")}</p><ul class="heard">${let_in.map((one) => row(one, putOut))}</ul>` : ""}
    ${put_out.length ? html`<p>${tr("Put out:")}</p><ul class="heard">${put_out.map((one) => row(one, letIn))}</ul>` : ""}`;
  if (!isHost) return room.door ? html`<section class="panel door">${said}</section>` : null;
  const send = (t) => async (event) => {
    event.preventDefault();
    if (who.trim() && (await ask({ t, who: who.trim() }))) name("");
  };
  return html`<details class="panel phrases door">
    <summary>${tr("Who may come in")}</summary>
    ${said}${told}
    <ul class="heard">${others.map((one) => row(one, putOut))}</ul>
    <form class="row" onSubmit=${send("let_in")}>
      <label class="field">${tr("A claimed name, or a player's id")}
        <input autocomplete="off" maxlength="80" dir="auto" value=${who} onInput=${(event) => name(event.target.value)} />
      </label>
      <button class="quiet">${tr("Let in")}</button>
      <button type="button" class="quiet" onClick=${send("put_out")}>${tr("Put out")}</button>
    </form>
    <button type="button" class="quiet" onClick=${() => ask({ t: "door", shut: !shut })}>
      ${shut ? tr("Open the door") : tr("Shut the door")}
    </button>
  </details>`;
}

/** Those whom one has met in a room: who sits there, and who has said something. */
function met({ room, player }) {
  const people = [...room.seats, ...(room.result?.standings ?? []), ...player.knowing.talk];
  const named = people.map((one) => /** @type {const} */ ([one.player, one.name]));
  return [...new Map(named).entries()].filter(([id]) => id !== player.id);
}

/** Tells whoever runs the server what somebody did, or how they are called. */
function Report({ visit }) {
  const { room } = visit;
  const [who, about] = useState("");
  const [why, write] = useState("");
  const [isDone, done] = useState(false);
  const { ask, told } = useAsking(visit);
  const people = met(visit);
  if (visit.player.knowing.own === null || people.length === 0) return null;
  const chosen = people.some(([id]) => id === who) ? who : people[0][0];
  const send = async (event) => {
    event.preventDefault();
    done(false);
    const words = tidied(why);
    if (!words || !(await ask({ t: "report", who: chosen, room: room.room, why: words }))) return;
    write("");
    done(true);
  };
  return html`<details class="panel phrases report">
    <summary>${tr("Report somebody")}</summary>
    <form onSubmit=${send}>
      <label class="field">${tr("Whom")}
        <select value=${chosen} onChange=${(event) => about(event.target.value)}>
          ${people.map(([id, name]) => html`<option key=${id} value=${id}>${name}</option>`)}
        </select>
      </label>
      <label class="field">${tr("What they said or did, or what is wrong with the name")}
        <input autocomplete="off" maxlength=${WHY_MAX} dir="auto" value=${why} onInput=${(event) => write(event.target.value)} />
      </label>
      ${told}
      ${isDone ? html`<p role="status">${tr("Reported.")} ${tr("Whoever runs this server can read it, with what was said in that room.")}</p>` : ""}
      <button class="quiet">${tr("Report")}</button>
    </form>
  </details>`;
}

/** Both of them; what comes into view when somebody else does is last, and moves nothing. */
export const AtDoor = ({ visit }) =>
  visit.player.knowing.seat === visit.room.host
    ? html`<${Door} visit=${visit} /><${Report} visit=${visit} />`
    : html`<${Report} visit=${visit} /><${Door} visit=${visit} />`;

/** Says that no bot came which was called. */
export function Missing({ visit }) {
  if (!visit.house.areMissing || visit.house.called !== null) return "";
  return html`<p class="wrong" role="alert">
    ${tr("No bot came: whoever offers them may have stopped. People may still come.")}
  </p>`;
}

/** Brings a bot into the own room, where there is a house and a seat. */
export function Bots({ visit }) {
  const { house, player, room } = visit;
  const isFree = room.seats.length < room.seats_max && player.knowing.own !== null;
  const isOpen = isFree && room.kind === "match" && !room.named_only && room.phase !== "closed";
  useEffect(() => {
    if (!isOpen) return undefined;
    const look = () =>
      visit
        .ask({ t: "rooms" })
        .then((found) => house.note(found))
        .catch(() => {});
    look();
    const timer = setInterval(look, LOOKED_EVERY_MS);
    return () => clearInterval(timer);
  }, [isOpen]);
  if (house.called !== null) return html`<p role="status">${tr("Bots are on their way ...")}</p>`;
  if (!isOpen || house.free === null) return "";
  const bring = () => visit.doing(() => house.call(1));
  return html`<button class="quiet" disabled=${visit.isBusy} onClick=${bring}>${tr("Bring a bot")}</button>`;
}
