/** What people say to each other: what was said, in the reader's language. */

import { later, tr } from "../reader/words.js";

export const PHRASES = {
  hello: later("hello!"),
  good_luck: later("good luck!"),
  have_fun: later("have fun!"),
  nice: later("nice!"),
  wow: later("wow!"),
  oops: later("oops!"),
  close: later("this is close!"),
  hurry: later("hurry up!"),
  thanks: later("thanks!"),
  sorry: later("sorry!"),
  well_played: later("well played!"),
  good_game: later("good game!"),
  again: later("again?"),
  bye: later("bye!"),
};

/** Returns what was said, in the reader's language; the code of an unknown phrase. */
export const spoken = ({ text, phrase }) =>
  text || (phrase in PHRASES ? tr(PHRASES[phrase]) : phrase.replaceAll("_", " "));

/** Returns what was said here by those who are not muted. */
export const heard = ({ player, muted }) =>
  player.knowing.talk.filter((line) => !muted.has(line.player));
