/** Today's deals: one of each game, one attempt each, the same for everybody. */

import { GAMES } from "../../games/index.js";
import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Head } from "../parts/head.js";
import { NameField } from "../parts/name_field.js";
import { titleOf } from "../parts/names.js";
import { clockText, minutes, useTicks } from "../parts/times.js";
import { whyNot } from "../reader/refused.js";
import { tr } from "../reader/words.js";
import { Standing } from "../standings/day.js";
import { resultOf, stateOf } from "../standings/today.js";
import { attempt } from "../visit/attempt.js";
import { hold } from "./committed.js";
import { PastDays } from "./days.js";

function Left({ visit, closesAt }) {
  useTicks(1000);
  const left = Math.max(0, closesAt - visit.player.nowMs());
  const hours = Math.floor(left / 3_600_000);
  const rest = clockText(left - hours * 3_600_000);
  const clock = hours ? `${hours}:${rest.padStart(5, "0")}` : rest;
  return html`<p>${tr("One attempt each; they close in {left}, at 00:00 UTC.", { left: clock })}</p>`;
}

/** How many are to be on the board of a deal that one has played; oneself, if not yet in the books. */
const expected = ({ players, attempt }) => players + (attempt.rank ? 0 : 1);

function Deal({ visit, view, play }) {
  const game = GAMES.get(view.game);
  const { streak } = view;
  const state = stateOf(view);
  return html`<li>
    <span><strong>${titleOf(game)}</strong> <span class="second">${minutes(game)}</span></span>
    <span class="second">${resultOf(view)}${streak.current > 1 ? ` · ${tr("{count} days on end", { count: streak.current })}` : ""}</span>
    ${
      state === "over"
        ? html`<details><summary>${tr("See the board")}</summary><${Standing} visit=${visit} game=${view.game} players=${expected(view)} /></details>`
        : html`<button class="quiet" disabled=${visit.isBusy} aria-label=${`${state === "on" ? tr("Go on") : tr("Play")}: ${titleOf(game)}`}
          onClick=${() => play(view.game)}>${state === "on" ? tr("Go on") : tr("Play")}</button>`
    }
  </li>`;
}

export function Daily({ visit }) {
  const [found, find] = useState({ days: null, error: null });
  const [name, setName] = useState(visit.kept.name ?? "");
  useEffect(() => {
    let isWanted = true;
    visit
      .ask({ t: "dailies" })
      .then((days) => {
        if (!isWanted) return;
        // Held against the seeds, which are revealed when the day is over.
        hold(
          visit.base.pathname,
          days.games.map(({ commitment }) => commitment),
          visit.player.nowMs(),
        );
        find({ days, error: null });
      })
      .catch((error) => isWanted && find({ days: null, error }));
    return () => {
      isWanted = false;
    };
  }, []);
  const play = (game) => {
    /** @type {HTMLElement} */
    const field = document.querySelector("input[name=name]");
    if (name.trim()) attempt(visit, name.trim(), { t: "play_daily", game });
    else field.focus();
  };
  const { days, error } = found;
  return html`<${Head} visit=${visit} />
  <main class="wide">
    <h1>${tr("Today's deals")}</h1>
    ${error ? html`<p class="wrong" role="alert">${whyNot(error)}</p>` : ""}
    ${
      days === null
        ? error
          ? ""
          : html`<p role="status">${tr("Looking...")}</p>`
        : html`
      <${Left} visit=${visit} closesAt=${days.closes_at} />
      <${NameField} value=${name} onInput=${setName} refused=${visit.refused} />
      ${visit.refused ? html`<p class="wrong" role="alert">${whyNot(visit.refused)}</p>` : ""}
      <ul class="panel rooms days">${days.games
        .filter(({ game }) => GAMES.has(game))
        .map(
          (view) => html`<${Deal} key=${view.game} visit=${visit} view=${view} play=${play} />`,
        )}</ul>
      <${PastDays} visit=${visit} today=${days.day} />`
    }
  </main>`;
}
