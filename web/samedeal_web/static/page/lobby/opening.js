/** The options of a room, besides its game: chosen once, kept in the browser. */

import { GAMES, PatienceGame } from "../../games/index.js";

const KEY = "samedeal room";

/** The choices, seats and who may come before the rest, the first of each being what nobody has to choose; null is the game's own. */
export const CHOICES = {
  seats: [4, 2, 3, 5, 6, 7, 8],
  public: [false, true],
  time_limit_s: [null, 60, 120, 180, 300, 480, 600, 900, 1200, 1800, 2700, 3600],
  best_of: [1, 3, 5, 7, 9],
  deals: [null, 2, 4, 6, 8, 12, 16, 24, 32],
  watch: ["counts", "no", "boards"],
  certified: [false, true],
  takes_back: [false, true],
  named_only: [false, true],
  quiet: [false, true],
  rated: [true, false],
};
/** Of one room. */
export const MOST_GAMES = 8;

/** Returns choices without what is none, and where nothing was chosen what nobody has to. */
function read(kept) {
  const of = ([name, choices]) => [name, choices.includes(kept[name]) ? kept[name] : choices[0]];
  const games = Array.isArray(kept.games) ? kept.games.filter((key) => GAMES.has(key)) : [];
  return { ...Object.fromEntries(Object.entries(CHOICES).map(of)), games: [...new Set(games)] };
}

/** Returns what was chosen for the last room. */
export function keptChoices() {
  try {
    return read(JSON.parse(localStorage.getItem(KEY)) ?? {});
  } catch {
    return read({});
  }
}

export function keepChoices(choices) {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // It lasts as long as the page.
  }
}

/** Tells what of it a room for these games can have. */
export function possible(keys) {
  const games = keys.map((key) => GAMES.get(key));
  const isPatience = (game) => game instanceof PatienceGame;
  return { certified: games.every(isPatience), takes_back: games.some(isPatience) };
}

/** Returns what is asked of the server, for a game and those that follow it in turn. */
export function wanted(choices, game) {
  const games = [game, ...choices.games.filter((key) => key !== game)].slice(0, MOST_GAMES);
  const can = possible(games);
  return {
    ...choices,
    game,
    games: games.length > 1 ? games : [],
    certified: choices.certified && can.certified,
    takes_back: choices.takes_back && can.takes_back,
  };
}
