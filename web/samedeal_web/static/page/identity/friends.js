/** Friends, and players who are blocked: a list of one's own. */

import { html, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Name } from "../parts/names.js";
import { later, tr } from "../reader/words.js";

const RELATIONS = { friend: later("friend"), blocked: later("blocked") };

export function Friends({ people, isBusy, relate }) {
  const [who, write] = useState("");
  const put = (relation) => (event) => {
    event.preventDefault();
    if (who.trim()) relate(who.trim(), relation).then((isDone) => isDone && write(""));
  };
  return html`<section class="panel">
    <h2>${tr("Friends and blocked players")}</h2>
    ${
      people.length
        ? html`<ul class="people">${people.map(
            ({ who: { player, name, named }, relation, mutual }) => html`<li key=${player}>
      <span><${Name}>${name}</${Name}>${named ? "" : html` <span class="second">${player}</span>`}
        ${" "}<span class="tag">${mutual ? tr("friend, mutual") : tr(RELATIONS[relation])}</span></span>
      <button class="quiet" disabled=${isBusy} aria-label=${tr("Take {name} off the list", { name })}
        onClick=${() => relate(player, "none")}>${tr("Take off")}</button>
    </li>`,
          )}</ul>`
        : html`<p>${tr("Nobody is on your list.")}</p>`
    }
    <form class="row" onSubmit=${put("friend")}>
      <label class="field">${tr("A claimed name, or a player's id")}
        <input name="who" autocomplete="off" maxlength="80" dir="auto" required value=${who}
          onInput=${(event) => write(event.target.value)} /></label>
      <button class="quiet" disabled=${isBusy}>${tr("A friend")}</button>
      <button type="button" class="quiet" disabled=${isBusy} onClick=${put("blocked")}>${tr("Block")}</button>
    </form>
    <p class="second">${tr("Who is blocked does not see your rooms.")}</p>
  </section>`;
}
