/** Spans of time, as they are told and as they pass. */

import { useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { tr } from "../reader/words.js";

/** Returns a span of time as on a clock. */
export function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Returns a span of time to the tenth of a second it has reached. */
export function exactly(ms) {
  const tenths = Math.floor(ms / 100);
  return `${clockText((tenths - (tenths % 10)) * 100)}.${tenths % 10}`;
}

/** Returns how long a game may take; number and unit stay on one line. */
export const minutes = (game) =>
  tr("{count} min", { count: Math.round(game.about.timeLimitS / 60) }).replaceAll(" ", "\u00a0");

/** Returns how long the room's phase still lasts, in ms; null where it is open. */
export function leftMs(player) {
  const { until, pause, phase, time_limit_s } = player.knowing.room ?? {};
  // In a pause the clock stands.
  const now = pause?.since ?? player.nowMs();
  // Over a slow line the server's time is known to a part of a second only.
  const most = phase === "playing" ? time_limit_s * 1000 : Infinity;
  return until ? Math.min(Math.max(0, until - now), most) : null;
}

/** Draws anew every so often. */
export function useTicks(everyMs) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
