/** Which screen is shown: that of the room's phase, or one without a room. */

import { Sprite } from "../board/sprite.js";
import { html, useEffect, useState } from "../vendor/htm-preact-3.1.1.js";
import { Countdown } from "./countdown.js";
import { Daily } from "./daily.js";
import { Closed, Gone, Join } from "./join.js";
import { Landing } from "./landing.js";
import { Leaderboards } from "./leaderboards.js";
import { Race } from "./race.js";
import { Result } from "./result.js";
import { Waiting } from "./waiting.js";

const PLACES = { daily: Daily, leaderboards: Leaderboards };

/** Returns the screen for what is known. */
export function screenOf(visit) {
  const { player, room } = visit;
  const { knowing } = player;
  if (knowing.seat !== null && player.state === "apart" && player.code) return Gone;
  if (visit.place in PLACES) return PLACES[visit.place];
  if (visit.code === null) return Landing;
  if (room === null || knowing.isWatching) return Join;
  if (room.phase === "closed") return room.result === null ? Closed : Result;
  if (knowing.seat === null) return Closed;
  if (room.phase === "countdown") return Countdown;
  if (room.phase === "playing") return Race;
  return room.result === null ? Waiting : Result;
}

/** Begins a screen at its top, and where keys and readers are to begin. */
function begin() {
  window.scrollTo(0, 0);
  const isTyping = document.activeElement?.matches("input, select");
  const first = document.querySelector(".race .board [tabindex='0']") ?? document.querySelector("h1");
  if (first === null || isTyping) return;
  if (first.tabIndex < 0) first.tabIndex = -1;
  first.focus({ preventScroll: true });
}

export function App({ visit }) {
  const [, draw] = useState(0);
  useEffect(() => {
    const stop = visit.listen(() => draw((n) => n + 1));
    // Something may have been heard between the first picture and this.
    draw((n) => n + 1);
    return stop;
  }, [visit]);
  const Screen = screenOf(visit);
  useEffect(() => begin(), [Screen]);
  return html`<${Sprite} /><${Screen} visit=${visit} />`;
}
