/** The reader's choices: language, light or dark, colours of suits, motion. */

import { html, useEffect, useRef, useState } from "../../vendor/htm-preact-3.1.1.js";
import { LANGUAGES } from "./languages.js";
import { CHOICES, chooseLooks, looks } from "./looks.js";
import { chooseLanguage, language, later, tr } from "./words.js";

/** @type {Record<keyof typeof CHOICES, string>} */
const TITLES = {
  theme: later("Light and dark"),
  colours: later("Suits"),
  motion: later("Motion"),
  ghost: later("In a race"),
};
/** @type {Record<keyof typeof CHOICES, Record<string, string>>} */
const NAMES = {
  theme: { system: later("As the system is"), light: later("Light"), dark: later("Dark") },
  colours: { two: later("two colours"), four: later("four colours") },
  motion: { system: later("As the system is"), still: later("Nothing moves") },
  ghost: {
    none: later("No ghost of your own"),
    best: later("Your best rated match of the game beside you; only you see it"),
  },
};
/** Each in its own language: whoever reads no other finds it. */
const SPOKEN = Object.fromEntries(
  Object.entries(LANGUAGES).map(([code, { name }]) => [code, name]),
);

function Choice({ name, title, names, chosen, choose }) {
  return html`<fieldset class="choice">
    <legend>${title}</legend>
    ${Object.entries(names).map(
      ([value, text]) => html`<label key=${value} class="check">
      <input type="radio" name=${name} value=${value} checked=${value === chosen} onChange=${() => choose(value)} />
      ${text}</label>`,
    )}
  </fieldset>`;
}

/** Asks for nothing to be saved: what is chosen holds at once. */
export function Settings({ visit }) {
  const dialog = useRef(null);
  const [chosen, keep] = useState(looks());
  useEffect(() => dialog.current.showModal(), []);
  const choose = (name, value) => {
    const now = { ...chosen, [name]: value };
    keep(now);
    chooseLooks(now);
  };
  const speak = async (value) => {
    await chooseLanguage(value);
    // A server is told of it with the next hello.
    visit.player.language = value;
    visit.changed();
  };
  return html`<dialog ref=${dialog} class="panel settings" aria-labelledby="settings" onClose=${() => visit.sets(false)}>
    <h2 id="settings">${tr("Settings")}</h2>
    <${Choice} name="language" title=${tr("Language")} names=${SPOKEN} chosen=${language()} choose=${speak} />
    ${Object.keys(CHOICES).map(
      (name) => html`<${Choice} key=${name} name=${name} title=${tr(TITLES[name])}
      names=${Object.fromEntries(CHOICES[name].map((value) => [value, tr(NAMES[name][value])]))}
      chosen=${chosen[name]} choose=${(value) => choose(name, value)} />`,
    )}
    <form method="dialog"><button class="main">${tr("Done")}</button></form>
  </dialog>`;
}
