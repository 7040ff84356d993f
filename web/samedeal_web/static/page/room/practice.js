/** A board to lay cards on while a room fills: a deal of its own, which counts for nothing. */

import { Board } from "../../board/index.js";
import { practiceDeal } from "../../games/deals.js";
import { Refused } from "../../games/index.js";
import { html, useState } from "../../vendor/htm-preact-3.1.1.js";
import { said, tr } from "../reader/words.js";

const dealt = (game) => game.setup(practiceDeal(game.about.packs));

export function Practice({ game }) {
  const [state, put] = useState(null);
  const [told, tell] = useState("");
  if (state?.game !== game) {
    const begin = () => put({ game, position: dealt(game) });
    return html`<button class="quiet" onClick=${begin}>${tr("Practise while you wait")}</button>`;
  }
  const move = (text) => {
    try {
      put({ game, position: game.apply(state.position, text) });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      tell(said(error.wording));
    }
  };
  return html`<section class="cloth practice">
    <header><h2>${tr("Practice")}</h2><small>${tr("counts for nothing")}</small>
      <button class="plain chalk" onClick=${() => put({ game, position: dealt(game) })}>${tr("Another deal")}</button>
    </header>
    <div class="practice-board"><${Board} game=${game} inWords=${said} label=${tr("practice")}
      position=${game.positionFrom(game.view(state.position))}
      onMove=${move} onSay=${(wordings) => tell(wordings.map(said).join(" "))} /></div>
    <p class="status" role="status">${told}</p>
  </section>`;
}
