/** The screen that is shown: that of the room's phase, or one without a room. */

import { fetchBoard, isFetched } from "../board/index.js";
import { Sprite } from "../board/sprite.js";
import { html, useEffect, useLayoutEffect, useState } from "../vendor/htm-preact-3.1.1.js";
import { Landing } from "./lobby/landing.js";
import { Head } from "./parts/head.js";
import { lateStyles, useLater } from "./parts/later.js";
import { tr } from "./reader/words.js";
import { Race } from "./table/race.js";

/** Screens that have an address, which is their name. */
const PLACES = {
  account: async () => (await import("./identity/account.js")).Account,
  daily: async () => (await import("./deals/daily.js")).Daily,
  events: async () => (await import("./deals/events.js")).Events,
  learn: async () => (await import("./alone/learn.js")).Learn,
  leaderboards: async () => (await import("./people/leaderboards.js")).Leaderboards,
  player: async () => (await import("./people/profile.js")).Profile,
  rules: async () => (await import("./alone/rules.js")).RulesOf,
};
/** Screens that no first card waits for; each is fetched when it is wanted. */
const LATER = {
  ...PLACES,
  event: async () => (await import("./deals/event.js")).Event,
  match: async () => (await import("./records/match.js")).Match,
  result: async () => (await import("./end/result.js")).Result,
};
const fetched = {};

async function fetchLater(name) {
  const [screen] = await Promise.all([fetched[name] ?? LATER[name](), lateStyles()]);
  fetched[name] = screen;
}

/** Fetches the screens that nobody alone needs, all together. */
async function fetchCompany() {
  const [{ SCREENS }] = await Promise.all([import("./room/company.js"), lateStyles()]);
  Object.assign(fetched, SCREENS);
}

/** The needs of a visit from the screens that it leads to. */
export const SCREENS = {
  places: Object.keys(PLACES),
  /** Has the screens of a room with others be fetched while it is opened. */
  expectCompany: () => fetchCompany().catch(() => {}),
};

/** Stands in for a screen until what it needs is there. */
function Awaited({ visit, load }) {
  const [hasFailed, fail] = useState(false);
  const look = () => {
    fail(false);
    load().then(
      () => visit.changed(),
      () => fail(true),
    );
  };
  useEffect(look, []);
  return html`<${Head} visit=${visit} />
  <main>${
    hasFailed
      ? html`<p class="wrong" role="alert">${tr("That did not work; try again, or load the page anew: the server may have a newer one.")}</p>
      <button onClick=${look}>${tr("Try again")}</button>`
      : html`<p role="status">${tr("Looking...")}</p>`
  }</main>`;
}

/** Stands in for a race until there is the board, which has the keys from the beginning. */
const Opening = ({ visit }) =>
  html`<${Awaited} visit=${visit} load=${() => fetchBoard(visit.game)} />`;

const standsIn = {};

/** Returns a screen that is fetched, or what stands in for it until then. */
function screen(name) {
  const load = name in LATER ? () => fetchLater(name) : fetchCompany;
  standsIn[name] ??= ({ visit }) => html`<${Awaited} key=${name} visit=${visit} load=${load} />`;
  return fetched[name] ?? standsIn[name];
}

/** Returns the screen for what is known. */
function screenOf(visit) {
  const { player, room } = visit;
  const { knowing } = player;
  if (knowing.seat !== null && player.state === "apart" && player.code) return screen("gone");
  if (visit.place in LATER) return screen(visit.place);
  if (visit.code === null) return Landing;
  if (room === null || knowing.isWatching) return screen("join");
  if (room.phase === "closed") return room.result === null ? screen("closed") : screen("result");
  if (knowing.seat === null) return screen("closed");
  // Who plays alone waits for nobody, and nothing of waiting is fetched.
  if (room.seats_max === 1 && visit.isBusy && room.phase === "gathering") return Opening;
  if (room.phase === "countdown") return screen("countdown");
  if (room.phase === "playing") return visit.game && !isFetched(visit.game) ? Opening : Race;
  return room.result === null ? screen("waiting") : screen("result");
}

function Setting({ visit }) {
  const Settings = useLater(async () => (await import("./reader/settings.js")).Settings);
  return Settings === null ? "" : html`<${Settings} visit=${visit} />`;
}

/** Begins a screen where keys and readers are to begin. */
function begin() {
  const isTyping = document.activeElement?.matches("input, select");
  /** @type {HTMLElement | null} */
  const first =
    document.querySelector(".race .board [tabindex='0']") ?? document.querySelector("h1");
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
  const { game } = visit;
  useEffect(() => {
    if (game) fetchBoard(game).catch(() => {});
  }, [game]);
  // At its top, before it is seen: what is pressed on it is not scrolled away.
  useLayoutEffect(() => window.scrollTo(0, 0), [Screen]);
  useEffect(() => {
    begin();
    // So that it is there at once, even if the line is lost by then.
    if (Screen === Race) fetchLater("result").catch(() => {});
  }, [Screen]);
  return html`<${Sprite} /><${Screen} visit=${visit} />
    ${visit.isSetting ? html`<${Setting} visit=${visit} />` : ""}`;
}
