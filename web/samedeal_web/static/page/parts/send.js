/** The way to pass something on. */

import { html, useState } from "../../vendor/htm-preact-3.1.1.js";
import { tr } from "../reader/words.js";

/** Tells whether a browser passes anything on. */
export const canSend = () => Boolean(navigator.share || navigator.clipboard);

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
  return html`${canSend() ? html`<button type="button" class="quiet" onClick=${send}>${text ? tr("Send the result") : tr("Send the link")}</button>` : ""}
    <span role="status">${told}</span>`;
}
