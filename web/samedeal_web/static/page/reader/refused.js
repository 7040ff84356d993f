/** What people are told about error and close codes, in the terminal's words. */

import { later, tr } from "./words.js";

const NOT_UNDERSTOOD = later(
  "This page and its server do not understand each other: load the page anew.",
);

const ERRORS = {
  bad_message: later("The server could not read what was sent."),
  unknown_message: later("The server is too old for this request."),
  too_fast: later("Too fast: wait a moment and try again."),
  bad_name: later(
    "A name has up to 20 visible characters and no brackets, and does not look like something that the game itself writes, such as You or guest-1a2b; choose another.",
  ),
  name_taken: later("That name, or one like it, is taken; choose another."),
  no_more_names: later("You have claimed as many names as you may."),
  unknown_player: later(
    "Nobody here has claimed that name or has that id, and you met no such guest.",
  ),
  not_yourself: later("That is done to others, not to yourself."),
  list_full: later("Your list is full; remove somebody first."),
  unknown_match: later("No record of that match is kept there."),
  unknown_room: later("No open room has this code."),
  room_full: later("Every seat in this room is taken."),
  no_bots: later("No bot is free just now; people may still come, or try again later."),
  wrong_phase: later("That is not possible at this point of the match."),
  not_seated: later("You are not playing in this match."),
  seat_done: later("Your match is over; wait for the others."),
  wrong_match: later("The next match has opened meanwhile; try again."),
  stale_ply: later("The board had moved on; look again and try again."),
  command_gap: later("A command was lost; try again."),
  illegal_move: later("The rules do not allow that move."),
  no_take_back: later("Moves cannot be taken back here."),
  nothing_to_take_back: later("Nothing is left to take back; a card that was shown stays so."),
  quiet: later("The host has turned off talk in this room."),
  said_enough: later("That was a lot of talk; you can go on after the next match."),
  already_played: later("You have played this deal; there is one attempt each."),
  unknown_day: later("There is no daily deal for that day."),
  people_only: later("Bots may not do this."),
  unknown_event: later("There is no such event here."),
  event_over: later("This event has closed: no more deals can be started."),
  event_full: later("This event is full."),
  other_room: later("You are playing this event in another room."),
  no_pause: later("This match counts, so its clocks do not stand; --casual rooms have pauses."),
  paused: later("The match is paused; resume goes on."),
  too_many: later("Too many attempts from your address; wait a little."),
  draining: later("This server is about to stop; it opens no more rooms."),
  unavailable: later("The server cannot reach its store; try again."),
  unreachable: later(
    "No connection came about: try again in a moment, or by another network; a proxy on the way may hold back WebSockets.",
  ),
  not_understood: NOT_UNDERSTOOD,
  internal: later("The server has a bug; nothing was changed."),
  withheld: later("You did not reveal in time twice: this room has no seat for you."),
  held_up: later(
    "Too many starts were void in this room because somebody at your address did not reveal.",
  ),
  restless: later(
    "This room takes no more from your address: there has been too much coming, going and playing.",
  ),
  banned: later("Whoever runs this server keeps you out."),
  name_needed: later(
    "A seat here takes a claimed name: claim yours first, under Account on the first page.",
  ),
};

const NAMED = later(
  "If this goes on: a server lets in its page under names that its operator gave (SAMEDEAL_PUBLIC_URL), or by its address.",
);

const CODES = {
  4501: NOT_UNDERSTOOD,
  4502: later("The server closed the connection: too many requests."),
  4505: later("Whoever runs this server has sent you away."),
  4503: later("You play this seat from another connection now."),
};

/** Returns why something was not done. */
export function whyNot(error) {
  const why = tr(ERRORS[error?.code] ?? later("That did not work; try again."));
  if (error?.code === "banned") return `${why} ${error.error.detail}`;
  const isNamed = error?.code === "unreachable" && /[a-z]$/i.test(location.hostname);
  return isNamed ? `${why} ${tr(NAMED)}` : why;
}

/** The same, as a part of a screen. */
export const Told = ({ error }) => whyNot(error);

/** Returns why a connection was closed for good. */
export const whyGone = (code) => tr(CODES[code] ?? later("There is no way to the server."));
