/** The terms of a room, where they are not those of most rooms. */

import { GAMES } from "../../games/index.js";
import { tr } from "../reader/words.js";
import { titleOf } from "./names.js";
import { clockText } from "./times.js";

/** Returns the terms of a room, each a few words. */
export function termsOf({ best_of: matches, scoring, time_limit_s: seconds, ...room }) {
  const own = GAMES.get(room.game)?.about.timeLimitS;
  const games = room.games.map((key) => titleOf(GAMES.get(key)) || key);
  const terms = [
    [
      room.kind === "event",
      () => tr("event {event}", { event: room.origin?.replace("event/", "") }),
    ],
    [scoring === "duplicate", () => tr("an evening of {count} deals", { count: matches })],
    [scoring !== "duplicate" && matches > 1, () => tr("best of {count}", { count: matches })],
    [games.length, () => tr("in turn: {games}", { games: games.join("; ") })],
    [seconds && seconds !== own, () => tr("{time} a match", { time: clockText(seconds * 1000) })],
    [room.certifier, () => tr("only deals that can be won")],
    [room.takes_back, () => tr("moves may be taken back")],
    [room.named_only, () => tr("claimed names only")],
    [room.watch === "boards", () => tr("boards may be watched")],
    [room.watch === "no", () => tr("nobody looks on")],
    [room.quiet && room.kind === "match", () => tr("no talk")],
    [!room.rated && !room.takes_back && room.kind === "match", () => tr("for no rating")],
  ];
  return terms.filter(([holds]) => holds).map(([, told]) => told());
}

/** Returns the terms of a room that is asked for. */
export const termsAsked = (asked) =>
  termsOf({
    ...asked,
    kind: "match",
    scoring: asked.deals === null ? "wins" : "duplicate",
    best_of: asked.deals ?? asked.best_of,
    certifier: asked.certified,
  });
