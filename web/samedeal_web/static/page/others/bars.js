/** The progress of everybody who races. */

import { html } from "../../vendor/htm-preact-3.1.1.js";
import { Name } from "../parts/names.js";
import { later, tr } from "../reader/words.js";

/** The end of a match for somebody who plays in it no more, by the server's word for it. */
export const STATES = {
  out: later("out"),
  over: later("over"),
  finished: later("finished"),
  resigned: later("resigned"),
  timed_out: later("timed out"),
};

/** Returns how far somebody is, in words, too: how many cards lie, or are up, and how many can. */
function far(game, play) {
  if (game === undefined) return { count: 0, most: 1 };
  const isScore = game.about.contest === "score";
  const most = isScore ? 25 : game.about.topScore;
  const count = isScore ? Math.min(play.ply, most) : play.score;
  return { count, most, told: isScore ? tr("{count} laid", { count }) : tr("up") };
}

/** `ghosts` are drawn as if they had seats. */
export function Bars({ visit, ghosts = [] }) {
  const { player, game, room } = visit;
  const seats = [...room.seats.filter((seat) => seat.play !== null), ...ghosts];
  const order = [...seats].sort((one, other) => other.play.score - one.play.score);
  return html`<ul class=${seats.length > 4 ? "bars many" : "bars"}>${order.map((seat) => {
    const { count, most, told } = far(game, seat.play);
    const isOwn = seat.seat === player.knowing.seat;
    const state = STATES[seat.play.state];
    const mark = seat.isGhost ? `${tr("ghost")} ` : "";
    return html`<li key=${seat.seat} class=${isOwn ? "bar own" : "bar"}>
      <span class="who">${isOwn ? tr("you") : html`${mark}<${Name}>${seat.name}</${Name}>`}</span>
      <span class="tally">${state ? `${tr(state)} ` : ""}${seat.play.score}</span>
      <progress max=${most} value=${count} aria-label=${told ?? seat.name}></progress>
    </li>`;
  })}</ul>`;
}
