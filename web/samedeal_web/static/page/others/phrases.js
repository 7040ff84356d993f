/** Phrases, as the terminal has them; written by `make docs`. */

export const PHRASES = {
  hello: "hello!",
  good_luck: "good luck!",
  have_fun: "have fun!",
  nice: "nice!",
  wow: "wow!",
  oops: "oops!",
  close: "this is close!",
  hurry: "hurry up!",
  thanks: "thanks!",
  sorry: "sorry!",
  well_played: "well played!",
  good_game: "good game!",
  again: "again?",
  bye: "bye!"
};
