/** A player: ratings, best results, and matches, newest first, each with its link. */

import { GAMES } from "../../games/index.js";
import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Head } from "../parts/head.js";
import { Name, titleOf } from "../parts/names.js";
import { Kind, Player, share } from "../parts/rows.js";
import { exactly } from "../parts/times.js";
import { whyNot } from "../reader/refused.js";
import { tr, trN } from "../reader/words.js";
import { RatingChart } from "./rating_chart.js";

const day = (ms) => new Date(ms).toISOString().slice(0, 10);
const rated = ({ rating, provisional }) => `${rating}${provisional ? "?" : ""}`;
/** Tells whether somebody did something for a score: aces go up by themselves. */
const isAchieved = ({ score, plies, elapsed_ms: ms }) => Boolean(score && plies && ms);

function Ratings({ ratings, entries }) {
  if (!ratings.length) return "";
  return html`<section class="panel">
    <h2>${tr("Ratings")}</h2>
    <table><tbody>${ratings.map(
      ({ family, rating, matches }) => html`<tr key=${family}>
      <td>${family}</td><td class="number"><strong>${rated(rating)}</strong></td>
      <td class="number">${trN("{count} match", "{count} matches", matches)}</td></tr>`,
    )}</tbody></table>
    ${ratings.some(({ rating }) => rating.provisional) ? html`<p class="second">${tr("? provisional: too few matches played.")}</p>` : ""}
    <div class="charts">${ratings.map(({ family }) => html`<${RatingChart} key=${family} family=${family} entries=${entries} />`)}</div>
  </section>`;
}

/** One's own results against the player whose page it is. */
function Versus({ who, versus }) {
  if (versus === null || !versus.matches) return "";
  const { matches, won, lost } = versus;
  const tied = matches - won - lost;
  // Told from the reader's side: what the player won, the reader lost.
  return html`<p>${trN(
    "You and {name} have met in {count} rated match: you won {won}, lost {lost}{tied}.",
    "You and {name} have met in {count} rated matches: you won {won}, lost {lost}{tied}.",
    matches,
    {
      name: who.name,
      won: lost,
      lost: won,
      tied: tied ? tr(", {count} tied", { count: tied }) : "",
    },
  )}</p>`;
}

function Games({ games }) {
  const known = games.filter(({ game }) => GAMES.has(game));
  if (!known.length) return "";
  const streaks = known.some(({ streak }) => streak);
  return html`<section class="panel wide-table">
    <h2>${tr("By game")}</h2>
    <table><thead><tr><th>${tr("Game")}</th><th class="number">${tr("best")}</th><th class="number roomy">${tr("Time")}</th>
      <th class="number">${tr("matches")}</th><th class="number">${tr("won")}</th>${streaks ? html`<th class="number">${tr("dailies")}</th>` : ""}</tr></thead>
    <tbody>${known.map(({ game, best, matches, wins, streak }) => {
      const has = best !== null && isAchieved(best);
      return html`<tr key=${game}><td>${titleOf(GAMES.get(game))}</td>
        <td class="number">${has ? best.score : "-"}</td><td class="number roomy">${has ? exactly(best.elapsed_ms) : "-"}</td>
        <td class="number">${matches}</td><td class="number">${share(wins, matches)}</td>
        ${streaks ? html`<td class="number">${streak ? tr("{count} (best {most})", { count: streak.current, most: streak.longest }) : "-"}</td>` : ""}</tr>`;
    })}</tbody></table>
  </section>`;
}

function Entry({ visit, entry }) {
  const {
    match,
    game,
    at,
    place,
    players,
    score,
    elapsed_ms: ms,
    before,
    after,
    opponents,
  } = entry;
  const change = before && after ? after.rating - before.rating : null;
  const names = opponents.map(
    ({ player, name }, n) =>
      html`${n ? ", " : ""}<${Player} name=${name} to=${visit.linkToPlayer(player)} />`,
  );
  return html`<li>
    <span><a href=${visit.linkTo(match)}>${titleOf(GAMES.get(game)) || game}</a> <span class="second">${day(at)}</span></span>
    <span>${score}${score ? ` · ${exactly(ms)}` : ""}${players > 1 ? ` · ${tr("place {rank} of {count}", { rank: place, count: players })}` : ""}${
      change === null ? "" : ` · ${change < 0 ? "−" : "+"}${Math.abs(change)}`
    }</span>
    ${names.length ? html`<span class="second">${tr("with")} ${names}</span>` : ""}
  </li>`;
}

/** Matches, of all games or of one; `note` is told those of all that are there. */
function Matches({ visit, who, note }) {
  const [game, choose] = useState("");
  const [entries, put] = useState([]);
  const [before, from] = useState(null);
  const [error, fail] = useState(null);
  const [isBusy, busy] = useState(false);
  const [hasAny, find] = useState(false);
  const older = async (known, asked) => {
    busy(true);
    try {
      const one = game ? { game } : {};
      const history = await visit.ask({ t: "history", who, before: asked, ...one });
      const all = [...known, ...history.entries];
      put(all);
      from(history.before);
      if (all.length) find(true);
      if (!game) note(all);
    } catch (wrong) {
      if (wrong.code === undefined) throw wrong;
      fail(wrong);
    }
    busy(false);
  };
  useEffect(() => {
    older([], null);
  }, [who, game]);
  if (error) return html`<p class="wrong" role="alert">${whyNot(error)}</p>`;
  if (!hasAny) return "";
  return html`<section class="panel"><h2>${tr("Matches")}</h2>
    <label class="field">${tr("Game")}<select value=${game} onChange=${(event) => choose(event.target.value)}>
      <option value="">${tr("All games")}</option>
      ${[...GAMES].map(([key, each]) => html`<option key=${key} value=${key}>${titleOf(each)}</option>`)}
    </select></label>
    ${entries.length || isBusy ? "" : html`<p role="status">${tr("No match of this game.")}</p>`}
    <ul class="past">${entries.map((entry) => html`<${Entry} key=${entry.match} visit=${visit} entry=${entry} />`)}</ul>
    ${before === null ? "" : html`<button class="quiet" disabled=${isBusy} onClick=${() => older(entries, before)}>${tr("Older matches")}</button>`}
  </section>`;
}

export function Profile({ visit }) {
  const who = visit.whose;
  const [found, find] = useState(null);
  const [entries, note] = useState([]);
  const [error, fail] = useState(null);
  useEffect(() => {
    const versus = who ? { versus: visit.player.id } : {};
    visit.ask({ t: "profile", who, ...versus }).then(find, fail);
  }, [who]);
  return html`<${Head} visit=${visit} />
  <main class="wide">${
    found === null
      ? html`<h1>${tr("A player")}</h1>${error ? "" : html`<p role="status">${tr("Looking...")}</p>`}`
      : html`<h1><${Name}>${found.who.name}</${Name}></h1>
      <p class="row"><${Kind} who=${found.who} />
        ${found.since === null ? "" : html`<span class="second">${tr("here since {day}", { day: day(found.since) })}</span>`}</p>
      ${found.ratings.length || found.games.length ? "" : html`<p>${tr("No rated matches or dailies yet.")}</p>`}
      ${found.who.player === visit.player.id ? "" : html`<${Versus} who=${found.who} versus=${found.versus} />`}
      <${Ratings} ratings=${found.ratings} entries=${entries} /><${Games} games=${found.games} />`
  }
    ${error ? html`<p class="wrong" role="alert">${whyNot(error)}</p>` : html`<${Matches} visit=${visit} who=${who} note=${note} />`}
  </main>`;
}
