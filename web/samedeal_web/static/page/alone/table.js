/** A board to lay cards on alone, and what is said of it. */

import { Board } from "../../board/index.js";
import { Refused } from "../../games/index.js";
import { html, useState } from "../../vendor/htm-preact-3.1.1.js";
import { said, tr } from "../reader/words.js";
import { asked, isAsked, moved } from "./course.js";

export function Table({ state, put }) {
  const [told, tell] = useState("");
  // Why a move was not made; told until another is tried.
  const [refused, refuse] = useState({ n: 0, move: "", why: "" });
  const { game, position } = state;
  const isLed = asked(state) !== undefined;
  const move = (text) => {
    const putBack = (why) => refuse({ n: refused.n + 1, move: text, why });
    try {
      if (isLed && !isAsked(state, text)) {
        putBack(tr("You could; but in this lesson do what is said above."));
        return;
      }
      put(moved(state, text));
      refuse({ ...refused, why: "" });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      putBack(said(error.wording));
    }
  };
  const isOver = game.isOver(position);
  return html`<div class="practice-board"><${Board} game=${game} inWords=${said} label=${tr("practice")}
      position=${game.positionFrom(game.view(position))} still=${isOver} named=${isLed} refused=${refused} onMove=${move}
      onSay=${(wordings) => tell(wordings.map(said).join(" "))} /></div>
    <p class="status" role="status">${isOver ? tr("Over, with {score}.", { score: game.score(position) }) : refused.why || told}</p>`;
}
