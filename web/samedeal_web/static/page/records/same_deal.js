/** The deal of a match that is over, for who wants to play it, too: against ghosts. */

import { html, useState } from "../../vendor/htm-preact-3.1.1.js";
import { NameField } from "../parts/name_field.js";
import { Send } from "../parts/send.js";
import { whyNot } from "../reader/refused.js";
import { tr } from "../reader/words.js";
import { DealBoard } from "../standings/deal.js";
import { attempt } from "../visit/attempt.js";

/** Offers the deal to whoever has not played it in that match, and the link to who has. */
export function PlayThis({ visit, match, seats }) {
  const [name, setName] = useState(visit.kept.name ?? "");
  const [isOpen, open] = useState(false);
  const wasThere = seats.some(({ player }) => player === visit.player.id);
  const play = (event) => {
    event.preventDefault();
    if (name.trim()) attempt(visit, name.trim(), { t: "challenge", match });
  };
  return html`<section class="panel challenge">
    <h2>${tr("The same deal")}</h2>
    ${
      wasThere
        ? html`<p>${tr("Whoever opens the link of this page can play this deal, against your ghost.")}</p>
        <${Send} link=${visit.linkTo(match)} title=${tr("A race at patience")} />`
        : html`<form onSubmit=${play}>
        <p>${tr("One attempt, against the ghosts of those who have played it: how far each was at the same moment. It counts for no rating.")}</p>
        <${NameField} value=${name} onInput=${setName} refused=${visit.refused} />
        ${visit.refused ? html`<p class="wrong" role="alert">${whyNot(visit.refused)}</p>` : ""}
        <button class="main" disabled=${visit.isBusy}>${tr("Play this deal")}</button>
      </form>`
    }
    <details onToggle=${(event) => open(event.target.open)}><summary>${tr("Who has played it")}</summary>
      ${isOpen ? html`<${DealBoard} visit=${visit} match=${match} />` : ""}</details>
  </section>`;
}
