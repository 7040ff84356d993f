/** The field in which whoever plays says a name. */

import { html } from "../../vendor/htm-preact-3.1.1.js";
import { tr } from "../reader/words.js";

/** Errors that another name would mend. */
const OF_NAMES = ["bad_name", "name_taken", "name_needed"];

/** One field: whoever plays says a name, once; it is kept. */
export function NameField({ value, onInput, refused }) {
  return html`<label class="field">${tr("Your name")}
    <input name="name" autocomplete="nickname" maxlength="20" dir="auto" required
      value=${value} onInput=${(event) => onInput(event.target.value)}
      aria-invalid=${OF_NAMES.includes(refused?.code) ? "true" : undefined} />
  </label>`;
}
