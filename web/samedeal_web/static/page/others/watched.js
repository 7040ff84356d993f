/** The boards of others, as far as a room lets those see them who do not play. */

import { Board } from "../../board/index.js";
import { html } from "../../vendor/htm-preact-3.1.1.js";
import { Name } from "../parts/names.js";
import { said, tr } from "../reader/words.js";

/** `eyes` is who looks on, if that is not the one who sits there. */
export function Watched({ visit, eyes = visit.player }) {
  const { game, room, player } = visit;
  const { watched } = eyes.knowing;
  const own = player.knowing.seat;
  const seats = room.seats.filter(({ seat }) => seat !== own && watched.has(seat));
  if (!game || !seats.length) return null;
  return html`<h2 class="spoken">${tr("Boards")}</h2>
  <div class="ends">${seats.map(({ seat, name }) => {
    const board = watched.get(seat);
    return html`<section key=${seat} class="cloth end">
      <h3><${Name}>${name}</${Name}> <span>${board.score}</span></h3>
      <div class="end-board"><${Board} game=${game} still=${true} inWords=${said}
        position=${game.positionFrom(board)} label=${name} /></div>
    </section>`;
  })}</div>`;
}
