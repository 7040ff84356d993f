/** What page and terminal say alike of codes and leaderboards; written by `make docs`. */

export const REFUSALS = {
  bad_message: "The server could not read what was sent.",
  unknown_message: "The server is too old for this request.",
  too_large: "That was too long for the server.",
  too_fast: "Too fast: wait a moment and try again.",
  bad_name: "A name has up to 20 visible characters and no brackets, and does not look like something that the game itself writes, such as You or guest-1a2b; choose another.",
  bad_token: "This server does not know you; you join as somebody new.",
  name_taken: "That name, or one like it, is taken; choose another.",
  no_more_names: "You have claimed as many names as you may.",
  unknown_player: "Nobody here has claimed that name or has that id, and you met no such guest.",
  list_full: "Your list is full; remove somebody first.",
  banned: "Whoever runs this server keeps you out.",
  unknown_window: "There is no such day, week or month.",
  unknown_room: "No open room has this code.",
  unknown_match: "No record of that match is kept there.",
  already_played: "You have played this deal; there is one attempt each.",
  unknown_day: "There is no daily deal for that day.",
  people_only: "Bots may not do this.",
  unknown_event: "There is no such event here.",
  event_over: "This event has closed: no more deals can be started.",
  event_full: "This event is full.",
  other_room: "You are playing this event in another room.",
  withheld: "You did not reveal in time twice: this room has no seat for you.",
  held_up: "Too many starts were void in this room because somebody at your address did not reveal.",
  restless: "This room takes no more from your address: there has been too much coming, going and playing.",
  room_full: "Every seat in this room is taken.",
  put_out: "The host of this room has put you out.",
  door_shut: "The host of this room lets nobody new in.",
  not_host: "Only the host of the room may do that.",
  not_yourself: "That is done to others, not to yourself.",
  already_in_room: "You are in a room already; leave it first.",
  not_in_room: "You are not in a room; host or join one first.",
  wrong_phase: "That is not possible at this point of the match.",
  not_seated: "You are not playing in this match.",
  seat_done: "Your match is over; wait for the others.",
  wrong_match: "The next match has opened meanwhile; try again.",
  bad_nonce: "The nonce is not the one that was committed to.",
  stale_ply: "The board had moved on; look again and try again.",
  command_gap: "A command was lost; try again.",
  illegal_move: "The rules do not allow that move.",
  bad_text: "A line has up to 200 visible characters.",
  quiet: "The host has turned off talk in this room.",
  said_enough: "That was a lot of talk; you can go on after the next match.",
  no_take_back: "Moves cannot be taken back here.",
  nothing_to_take_back: "Nothing is left to take back; a card that was shown stays so.",
  too_many: "Too many attempts from your address; wait a little.",
  no_bots: "No bot is free just now; people may still come, or try again later.",
  not_the_house: "Only the operator's own house offers bots here.",
  draining: "This server is about to stop; it opens no more rooms.",
  unavailable: "The server cannot reach its store; try again.",
  internal: "The server has a bug; nothing was changed."
};

export const AT_DOOR = {
  not_yourself: "You cannot put yourself out; leave goes.",
  people_only: "A bot is not put out: it makes room for people by itself.",
  wrong_phase: "Nobody who plays is put out of a match; wait until it is over.",
  list_full: "No more than 50 can be named at the door."
};

export const METRIC_WORDS = {
  best: {
    title: "best results",
    value: "best",
    takes: "a rated match of two people"
  },
  pace: {
    title: "best pace",
    value: "a minute",
    takes: "a rated match of two people"
  },
  wins: {
    title: "matches won",
    value: "won",
    takes: "wins over people who have played on several earlier days"
  },
  winrate: {
    title: "win rates",
    value: "win rate",
    takes: "a few matches with people who have played on several earlier days"
  },
  rating: {
    title: "ratings",
    value: "rating",
    takes: "a rating that is no longer provisional"
  }
};
