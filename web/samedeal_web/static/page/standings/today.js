/** Some of today's deals, for the first page: how one stands in them. */

import { GAMES } from "../../games/index.js";
import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { titleOf } from "../parts/names.js";
import { exactly } from "../parts/times.js";
import { tr, trN } from "../reader/words.js";

/** As many as the first page keeps room for. */
const SHOWN = 4;
const FIRST = ["squares/english", "westcliff/classic", "easthaven", "capricieuse"];
const PIPS = 7;

/** Tells how one stands in a deal: not begun, under way, or over. */
export const stateOf = ({ attempt }) =>
  attempt === null ? "open" : attempt.is_over ? "over" : "on";

/** Returns what one has come to in a deal, or how many others have played it. */
export function resultOf(view) {
  const { attempt, players } = view;
  if (stateOf(view) === "over") {
    const time = attempt.score && attempt.elapsed_ms ? ` · ${exactly(attempt.elapsed_ms)}` : "";
    const place = attempt.rank
      ? ` · ${tr("place {rank} of {count}", { rank: attempt.rank, count: players })}`
      : "";
    return `${attempt.score}${time}${place}`;
  }
  return players ? trN("{count} player so far", "{count} players so far", players) : "";
}

/** Returns the deals to show: first those under way, then the best known games. */
function chosen(games) {
  const rank = (view) => (stateOf(view) === "on" ? 0 : FIRST.includes(view.game) ? 1 : 2);
  const known = games.filter(({ game }) => GAMES.has(game));
  return known.sort((one, other) => rank(one) - rank(other)).slice(0, SHOWN);
}

/** The deals until the server tells more: each as if nobody had begun it. */
const UNTOLD = FIRST.map((game) => ({ game, attempt: null, players: 0, streak: { current: 0 } }));

/** On how many days on end a game's deal was played: seven cards, and the number. */
function Streak({ days }) {
  if (!days) return "";
  const pips = Array.from(
    { length: PIPS },
    (_, n) => html`<i key=${n} class=${n < days ? "on" : ""}></i>`,
  );
  return html` <span class="pips" aria-hidden="true">${pips}</span>
    <span class="second" title=${tr("{count} days on end", { count: days })}>${days}</span>`;
}

export function Today({ visit }) {
  const [found, find] = useState(() => chosen(UNTOLD));
  useEffect(() => {
    let isWanted = true;
    visit.ask({ t: "dailies" }).then(
      ({ games }) => isWanted && find(chosen([...games])),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, []);
  const words = { open: tr("Play"), on: tr("Go on"), over: tr("See the board") };
  const show = (event) => {
    event.preventDefault();
    visit.show("daily");
  };
  return found.map((view) => {
    const title = titleOf(GAMES.get(view.game));
    const text = words[stateOf(view)];
    return html`<li key=${view.game}>
      <span><strong>${title}</strong><${Streak} days=${view.streak.current} /><br /><span class="second">${resultOf(view)}</span></span>
      <a class="button" href=${new URL("daily", visit.base).href} aria-label=${`${text}: ${title}`} onClick=${show}>${text}</a>
    </li>`;
  });
}
