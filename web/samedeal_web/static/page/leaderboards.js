/** Leaderboards: who is best at a game, by what, and in which stretch of time. */

import { GAMES } from "../games/index.js";
import { html, useEffect, useState } from "../vendor/htm-preact-3.1.1.js";
import { Head, Name, exactly, titleOf } from "./parts.js";
import { whyNot } from "./refused.js";
import { later, tr } from "./words.js";

const ROWS = 20;
const MINUTE_MS = 60_000;

const result = (row, game) =>
  game.about.contest === "score" ? String(row.score ?? 0)
    : tr("{score} in {time}", { score: row.score ?? 0, time: row.score ? exactly(row.elapsed_ms ?? 0) : "-" });

/** Returns points a minute in tenths, rounded down; less than a minute counts as one. */
function pace({ score, elapsed_ms: ms }) {
  const tenths = Math.floor(((score ?? 0) * 10 * MINUTE_MS) / Math.max(MINUTE_MS, ms ?? 0));
  return (tenths / 10).toFixed(1);
}

/** Returns a share in percent, rounded down, so that 100 % is all of them. */
function share({ wins, matches }) {
  return matches ? `${(Math.floor(((wins ?? 0) * 1000) / matches) / 10).toFixed(1)}%` : "-";
}

/** What leaderboards are by: what each is called, takes and shows. */
export const METRICS = {
  best: { title: later("best results"), value: later("best"), takes: later("a rated match of two people"), cell: result },
  pace: { title: later("best pace"), value: later("a minute"), takes: later("a rated match of two people"), cell: pace },
  wins: { title: later("matches won"), value: later("won"), takes: later("wins over people who have played on several earlier days"), cell: ({ wins }) => String(wins ?? 0) },
  winrate: { title: later("win rates"), value: later("win rate"), takes: later("a few matches with people who have played on several earlier days"), cell: share },
  rating: { title: later("ratings"), value: later("rating"), takes: later("a rating that is no longer provisional"), cell: ({ rating }) => String(rating ?? 0) },
};

const WINDOWS = {
  all: later("All time"),
  month: later("This month"),
  week: later("This week"),
  day: later("Today"),
};

const AMONG = { all: later("everybody"), friends: later("you and your friends") };

/** Returns what an address asks for, with what it does not say filled in. */
export function askedBy(search) {
  const said = new URLSearchParams(search);
  const one = (name, known, first) => (known.includes(said.get(name)) ? said.get(name) : first);
  return {
    game: one("game", [...GAMES.keys()], "squares/english"),
    by: one("by", Object.keys(METRICS), "best"),
    window: one("window", Object.keys(WINDOWS), "all"),
    among: one("among", Object.keys(AMONG), "all"),
    start: 0,
  };
}

function Choice({ label, options, value, choose }) {
  return html`<label class="field">${label}
    <select value=${value} onChange=${(event) => choose(event.target.value)}>
      ${options.map(([key, text]) => html`<option key=${key} value=${key} selected=${key === value}>${text}</option>`)}
    </select>
  </label>`;
}

function Rows({ visit, board, own }) {
  const metric = METRICS[board.by];
  const game = GAMES.get(board.game);
  const isAll = board.among === "all";
  return html`<table>
    <thead><tr><th class="number">#</th>${isAll ? "" : html`<th class="number">${tr("of all")}</th>`}<th>${tr("Player")}</th><th class="number">${tr(metric.value)}</th><th class="number">${tr("on")}</th></tr></thead>
    <tbody>${board.rows.map((row) => html`<tr key=${row.player} class=${row.player === own ? "own" : ""}>
      <td class="number">${row.rank}</td>${isAll ? "" : html`<td class="number">${row.overall ?? ""}</td>`}
      <td><a href=${visit.linkToPlayer(row.player)}><${Name}>${row.name}</${Name}></a>${row.named ? html` <span class="tag">${tr("claimed")}</span>` : ""}
        ${row.unvouched ? " *" : ""}${row.player === own ? ` (${tr("you")})` : ""}</td>
      <td class="number">${metric.cell(row, game)}</td>
      <td class="number">${new Date(row.at).toISOString().slice(0, 10)}</td>
    </tr>`)}</tbody>
  </table>
  ${board.rows.some(({ unvouched }) => unvouched) ? html`<p class="second">
    ${tr("{mark} Nobody else in that match had a claimed name: it may all have been one person, who saw the deal twice.", { mark: "*" })}
  </p>` : ""}`;
}

export function Leaderboards({ visit }) {
  const [asked, ask] = useState(askedBy(location.search));
  const [found, find] = useState({ board: null, error: null });
  useEffect(() => {
    let isWanted = true;
    visit
      .ask({ t: "leaderboard", limit: ROWS, ...asked })
      .then((board) => isWanted && find({ board, error: null }))
      .catch((error) => isWanted && find({ board: null, error }));
    return () => {
      isWanted = false;
    };
  }, [asked]);
  const choose = (more) => {
    const { start, among, ...said } = { ...asked, start: 0, ...more };
    const friends = among === "all" ? {} : { among };
    visit.history.replaceState(null, "", `${location.pathname}?${new URLSearchParams({ ...said, ...friends })}`);
    ask({ ...said, among, start });
  };
  const isAll = asked.among === "all";
  const { board, error } = found;
  const turn = (start, text) => html`<button class="quiet" onClick=${() => choose({ start })}>${text}</button>`;
  return html`<${Head} visit=${visit} />
  <main class="wide">
    <h1>${tr("Leaderboards")}</h1>
    <div class="panel row choices">
      <${Choice} label=${tr("Game")} value=${asked.game} choose=${(game) => choose({ game })}
        options=${[...GAMES].map(([key, game]) => [key, titleOf(game)])} />
      <${Choice} label=${tr("By")} value=${asked.by} choose=${(by) => choose({ by })}
        options=${Object.entries(METRICS).map(([key, { title }]) => [key, tr(title)])} />
      <${Choice} label=${tr("When")} value=${asked.window} choose=${(window) => choose({ window })}
        options=${Object.entries(WINDOWS).map(([key, title]) => [key, tr(title)])} />
      <${Choice} label=${tr("Among")} value=${asked.among} choose=${(among) => choose({ among })}
        options=${Object.entries(AMONG).map(([key, title]) => [key, tr(title)])} />
    </div>
    ${error ? html`<p class="wrong" role="alert">${whyNot(error)}</p>` : ""}
    ${board === null ? (error ? "" : html`<p role="status">${tr("Looking...")}</p>`) : html`
      <p role="status">${board.total
        ? `${tr("Rows {first} to {last} of {all}", { first: board.start + 1, last: board.start + board.rows.length, all: board.total })}${
            board.own === null ? "" : tr("; you are number {number}", { number: board.own })}.`
        : !isAll ? tr("Neither you nor a friend is here yet. Friends are listed under Account.") : tr("Nobody is here yet: it takes {what}.", { what: tr(METRICS[board.by].takes) })}</p>
      ${board.rows.length ? html`<div class="panel"><${Rows} visit=${visit} board=${board} own=${visit.player.id} /></div>` : ""}
      <p class="row">
        ${board.start > 0 ? turn(Math.max(0, board.start - ROWS), tr("Further up")) : ""}
        ${board.start + board.rows.length < board.total ? turn(board.start + ROWS, tr("Further down")) : ""}
        ${board.own === null ? "" : turn(Math.max(0, board.own - ROWS / 2), tr("Around you"))}
      </p>`}
  </main>`;
}
