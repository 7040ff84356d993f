/**
 * Ghosts: players of the same deal, or one's own best match of the game, as far as each
 * was at this moment of their own match.
 *
 * They are counts on the match's clock; when the clocks stand still, so do they.
 */

import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Bars } from "../others/bars.js";
import { useTicks } from "../parts/times.js";
import { tr } from "../reader/words.js";

/** With the player they are as many as sit in a full room. */
const MOST = 7;
/** The first number of a seat that is none. */
const FIRST_SEAT = 100;

/** Returns how long a room's match has been on, by a clock that stands at times. */
function raceMs(player) {
  const { started, pause } = player.knowing.room;
  return started === null ? 0 : Math.max(0, (pause?.since ?? player.nowMs()) - started);
}

/** Returns a ghost at a moment as if it had a seat, for where only seats are drawn. */
function seatAt({ name, points, state, ended_ms: ended }, n, ms) {
  const [, score, ply] = points.findLast(([at]) => at <= ms) ?? points[0];
  return {
    seat: FIRST_SEAT + n,
    name,
    isGhost: true,
    play: { score, ply, state: ms >= ended ? state : "playing" },
  };
}

/** Asks for those whom one races in a room: at a challenge those who played its deal. */
async function rivalsIn(visit) {
  const { player, room } = visit;
  if (room.kind !== "challenge") {
    const { seats } = await visit.ask({ t: "own_best", game: room.game });
    return seats.map((seat) => ({ ...seat, name: tr("your best") }));
  }
  const { seats } = await visit.ask({ t: "timelines", match: room.origin, rivals: true });
  return seats.filter((seat) => seat.player !== player.id).slice(0, MOST);
}

/** One's own progress, among those who have played the deal before, or oneself then. */
export function Haunted({ visit }) {
  const [ghosts, find] = useState([]);
  const { player, room } = visit;
  useTicks(500);
  useEffect(() => {
    let isWanted = true;
    rivalsIn(visit).then(
      (found) => isWanted && find(found),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [room.origin, room.game]);
  const ms = raceMs(player);
  return html`<${Bars} visit=${visit} ghosts=${ghosts.map((ghost, n) => seatAt(ghost, n, ms))} />`;
}
