/** Pieces that several screens have. */

import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { language, tr } from "../reader/words.js";

/** Returns a span of time as on a clock. */
export function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Returns a span of time to the tenth of a second it has reached. */
export function exactly(ms) {
  const tenths = Math.floor(ms / 100);
  return `${clockText((tenths - (tenths % 10)) * 100)}.${tenths % 10}`;
}

/** Returns what a game is called; nothing for one that this page does not know. */
export const titleOf = (game) => (game ? tr(game.about.title) : "");

/** Returns those of a match, a later seat with its number where an earlier one has its name. */
export const toldApart = (rows) =>
  rows.map((row) => {
    const { seat, name, bot } = row;
    const isLater = rows.some((one) => one.seat < seat && one.name === name && !one.bot === !bot);
    return isLater ? { ...row, name: `${name || tr("erased")} (${seat + 1})` } : row;
  });

/** Returns how long the room's phase still lasts, in ms; null where it is open. */
export function leftMs(player) {
  const { until, pause } = player.knowing.room ?? {};
  // In a pause the clock stands.
  const now = pause?.since ?? player.nowMs();
  return until ? Math.max(0, until - now) : null;
}

/** Draws anew every so often. */
export function useTicks(everyMs) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}

const LOOKED_AGAIN_MS = 3000;

/** Returns a part that no first card waits for, such as a view; null until it is there. */
export function useLater(load) {
  const [found, put] = useState(null);
  useEffect(() => {
    let again = 0;
    let isWanted = true;
    const look = () =>
      Promise.all([load(), lateStyles()]).then(
        ([part]) => isWanted && put(() => part),
        () => {
          if (isWanted) again = setTimeout(look, LOOKED_AGAIN_MS);
        },
      );
    look();
    return () => {
      isWanted = false;
      clearTimeout(again);
    };
  }, []);
  return found;
}

/** Why something was not done, in words that no first card waits for. */
export function Why({ error }) {
  const Told = useLater(async () => (await import("../reader/refused.js")).Told);
  return Told === null ? "" : html`<${Told} error=${error} />`;
}

/** The rules of a game, folded until somebody wants to read them; and what else is to be said. */
export function Rules({ game, children = undefined }) {
  const [isOpen, open] = useState(false);
  const Chapters = useLater(async () => (await import("./rules.js")).Chapters);
  return html`<details class="rules" onToggle=${(event) => open(event.currentTarget.open)}>
    <summary>${tr("How it is played")}</summary>
    ${children}
    ${isOpen && Chapters ? html`<${Chapters} game=${game} />` : ""}
  </details>`;
}

let styles = null;

/** Has the styles of all that is fetched later; resolves when they hold. */
export function lateStyles() {
  styles ??= new Promise((resolve, reject) => {
    const href = new URL("../later.css", import.meta.url).href;
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = resolve;
    link.onerror = () => {
      styles = null;
      link.remove();
      reject(new TypeError("no styles"));
    };
    document.head.append(link);
  });
  return styles;
}

/** A button that sends a link, or a text, or copies it; nothing where a browser does neither. */
export function Send({ link, title, text = "" }) {
  const [told, tell] = useState("");
  const send = async () => {
    try {
      if (navigator.share) await navigator.share(text ? { text, title } : { url: link, title });
      else {
        await navigator.clipboard.writeText(text || link);
        tell(tr("Copied."));
      }
    } catch {
      // Not shared after all, or not allowed: the link stands there to be copied.
    }
  };
  return html`${navigator.share || navigator.clipboard ? html`<button type="button" class="quiet" onClick=${send}>${text ? tr("Send the result") : tr("Send the link")}</button>` : ""}
    <span role="status">${told}</span>`;
}

export function Head({ visit }) {
  const home = (event) => {
    event.preventDefault();
    visit.leave();
  };
  return html`<header class="head">
    <a class="brand" href=${visit.base.pathname} onClick=${home}>
      <svg viewBox="0 0 34 30" aria-hidden="true"><path d="M3 5h13v20H3zM18 5h13v20H18z" /></svg>
      samedeal
    </a>
    <button class="plain" onClick=${() => visit.sets(true)}>${tr("Settings")}</button>
  </header>`;
}

/** What whoever runs the server calls it, and says to everybody who comes. */
export function Welcome({ player }) {
  const { serverName, greetingWords } = player;
  if (!serverName && !greetingWords) return "";
  return html`<p class="panel greeting" dir="auto">
    ${serverName && html`<b>${serverName}</b>`}${serverName && greetingWords && html`<br />`}${greetingWords}
  </p>`;
}

/** Why an operator has closed the room, in their words. */
export function Because({ room }) {
  const why = room?.because;
  if (!why) return "";
  return html`<p class="panel" role="alert">${tr("Whoever runs this server has closed the room: {why}", { why })}</p>`;
}

/** A name as it was given: in its own direction, and text only. */
export const Name = ({ children }) =>
  html`<bdi class="called" dir="auto">${children || tr("erased")}</bdi>`;

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
