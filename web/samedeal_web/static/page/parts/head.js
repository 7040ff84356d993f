/** The head above screens: the way home, and words of whoever runs the server. */

import { html } from "../../vendor/htm-preact-3.1.1.js";
import { tr } from "../reader/words.js";

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

/** The server's name, and its greeting to everybody who comes. */
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
