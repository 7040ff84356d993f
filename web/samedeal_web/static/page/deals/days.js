/** Deals of days that are over: who stands on their boards, and whether the seed is as promised. */

import { GAMES } from "../../games/index.js";
import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { commitmentToSeed, hex, isSame } from "../../wire/fairness.js";
import { useHeld } from "../parts/later.js";
import { titleOf } from "../parts/names.js";
import { Called } from "../parts/rows.js";
import { exactly } from "../parts/times.js";
import { whyNot } from "../reader/refused.js";
import { tr, trN } from "../reader/words.js";
import { Shared } from "../standings/shared.js";
import { hold } from "./committed.js";

const DAY_MS = 86_400_000;
/** After a day is over. */
const REVEALED_AFTER_MS = 3_600_000;
const SHORT = 16;
const ROWS = 50;

const dayOf = (ms) => new Date(ms).toISOString().slice(0, 10);
const when = (ms) => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Returns what does not fit in what a server says of a day's deal, and what it was held against. */
export function judged(daily, where, now) {
  const {
    game,
    day,
    commitment: { deal, commitment },
    server_seed: seed,
  } = daily;
  const [digits, at] = hold(where, [daily.commitment], now)[deal];
  const doubts = [];
  if (deal !== `daily/${game}/${day}`)
    doubts.push(tr("the commitment is to another deal, {deal}", { deal }));
  if (digits !== hex(commitment))
    doubts.push(tr("This browser was told another commitment at {when}.", { when: when(at) }));
  if (seed.length && !isSame(commitmentToSeed(`daily/${game}/${day}`, seed), commitment)) {
    doubts.push(tr("the seed revealed is not the one that was committed to"));
  }
  if (!seed.length && now >= daily.reveal_at)
    doubts.push(tr("the seed was due at {when}", { when: when(daily.reveal_at) }));
  // By the day itself, whatever a server says: later any seed fits what is told with it.
  return { doubts, first: at, isHeld: at < Date.parse(day) + DAY_MS + REVEALED_AFTER_MS };
}

function Promised({ daily, found }) {
  const {
    commitment: { commitment },
    server_seed: seed,
  } = daily;
  if (found.doubts.length) {
    return html`<div role="alert">${found.doubts.map((doubt) => html`<p class="wrong">${doubt}</p>`)}</div>`;
  }
  return html`<p>${tr("Committed to")}: <code>${hex(commitment).slice(0, SHORT)}</code>. ${tr(" First shown to you at {when}.", { when: when(found.first) })}</p>
    <p>${
      !seed.length
        ? tr(" The seed is revealed at {when}.", { when: when(daily.reveal_at) })
        : found.isHeld
          ? html`<span class="tick" aria-hidden="true">✓</span>${tr(" The seed is the one committed to.")}`
          : tr(
              "The seed fits the commitment that came with it, as any seed would: this browser was told none before it was revealed.",
            )
    }</p>`;
}

function Day({ visit, game, day }) {
  const [state, put] = useState(null);
  const place = useHeld();
  useEffect(() => {
    let isWanted = true;
    put(null);
    visit.ask({ t: "daily", game, day, limit: ROWS }).then(
      (daily) =>
        isWanted && put({ daily, found: judged(daily, visit.base.pathname, visit.player.nowMs()) }),
      (error) => isWanted && put({ error }),
    );
    return () => {
      isWanted = false;
    };
  }, [game, day]);
  return html`<div ref=${place} class="held"><${Told} visit=${visit} state=${state} /></div>`;
}

function Told({ visit, state }) {
  if (state === null) return html`<p role="status">${tr("Looking...")}</p>`;
  if (state.error) return html`<p class="wrong" role="alert">${whyNot(state.error)}</p>`;
  const { daily, found } = state;
  const own = visit.player.id;
  const { longest } = daily.streak;
  return html`<p role="status">${trN("{count} player", "{count} players", daily.players)}${longest > 1 ? ` · ${tr("your longest streak: {count} days", { count: longest })}` : ""}</p>
    ${
      daily.rows.length
        ? html`<div class="wide-table"><table class="series">
      <thead><tr><th class="number">#</th><th>${tr("Player")}</th><th class="number">${tr("Score")}</th><th class="number">${tr("Time")}</th>${daily.server_seed.length ? html`<td></td>` : ""}</tr></thead>
      <tbody>${daily.rows.map(
        (row) => html`<tr key=${row.player} class=${row.player === own ? "own" : ""}>
        <td class="number">${row.rank}</td><td><${Called} row=${row} own=${own} linkTo=${(player) => visit.linkToPlayer(player)} /></td>
        <td class="number">${row.score}</td><td class="number">${row.score && row.elapsed_ms ? exactly(row.elapsed_ms) : "-"}</td>
        ${daily.server_seed.length ? html`<td><a href=${visit.linkTo(row.match)}>${tr("Move by move")}</a></td>` : ""}</tr>`,
      )}</tbody></table></div>`
        : ""
    }
    <${Shared} visit=${visit} daily=${daily} />
    <${Promised} daily=${daily} found=${found} />`;
}

/** Asks for a game and a day; yesterday is looked at first. */
export function PastDays({ visit, today }) {
  const yesterday = dayOf(Date.parse(today) - DAY_MS);
  const [game, choose] = useState("squares/english");
  const [day, pick] = useState(yesterday);
  const [isOpen, open] = useState(false);
  return html`<details class="panel past-days" onToggle=${(event) => open(event.target.open)}>
    <summary>${tr("Yesterday's deals, and older ones")}</summary>
    <div class="row choices">
      <label class="field">${tr("Game")}<select value=${game} onChange=${(event) => choose(event.target.value)}>
        ${[...GAMES].map(([key, each]) => html`<option key=${key} value=${key} selected=${key === game}>${titleOf(each)}</option>`)}</select></label>
      <label class="field">${tr("Day")}<input type="date" max=${yesterday} value=${day} required
        onChange=${(event) => event.target.value && pick(event.target.value)} /></label>
    </div>
    ${isOpen ? html`<${Day} visit=${visit} game=${game} day=${day} />` : ""}
  </details>`;
}
