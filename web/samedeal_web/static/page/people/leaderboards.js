/** Leaderboards: who is best at a game, by what, in which stretch of time, among whom. */

import { GAMES } from "../../games/index.js";
import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Head } from "../parts/head.js";
import { titleOf } from "../parts/names.js";
import { whyNot } from "../reader/refused.js";
import { later, tr } from "../reader/words.js";
import { readCode } from "../visit/addresses.js";
import { Leaders } from "./leaders.js";
import { METRICS, RowMatch, RowName, Unvouched } from "./metrics.js";
import { firstDay, kindOf, lastOver, NOW, PAST, windowOf } from "./windows.js";

const ROWS = 20;
/** In place of a game: who leads each of them. */
const EVERY = "every";
const AMONG = {
  all: later("everybody"),
  friends: later("you and your friends"),
  room: later("who sat in a room"),
};
const NO_ROOM = later(
  "No room of that code is known to you: a private one is known to those who sat there, and any for a day after it has closed.",
);
const LONGEST = 64;

/** Returns what an address asks for, with what it does not say filled in. */
export function askedBy(search) {
  const said = new URLSearchParams(search);
  const one = (name, known, first) => (known.includes(said.get(name)) ? said.get(name) : first);
  const window = said.get("window") ?? "all";
  return {
    game: one("game", [EVERY, ...GAMES.keys()], "squares/english"),
    by: one("by", Object.keys(METRICS), "best"),
    window: kindOf(window) === undefined ? "all" : window,
    among: one("among", Object.keys(AMONG), "all"),
    room: readCode(said.get("room") ?? "") ?? "",
    around: (said.get("around") ?? "").slice(0, LONGEST),
    start: 0,
  };
}

/** Returns the address of what is asked for: what everybody would expect is not said. */
function addressOf({ game, by, window, among, room, around }) {
  const said = { game, by, window };
  if (among !== "all") said.among = among;
  if (among === "room") said.room = room;
  if (around) said.around = around;
  return `?${new URLSearchParams(said)}`;
}

/** Returns what the server is asked; null where it is not known yet of whom. */
function questionOf({ game, by, window, among, room, around, start }) {
  if (game === EVERY) return { t: "leaders", by, window };
  if (among === "room" && !room) return null;
  const centre = around ? { around } : {};
  return {
    t: "leaderboard",
    limit: ROWS,
    game,
    by,
    window,
    among,
    room: among === "room" ? room : "",
    start,
    ...centre,
  };
}

function Choice({ label, options, value, choose }) {
  return html`<label class="field">${label}
    <select value=${value} onChange=${(event) => choose(event.target.value)}>
      ${options.map(([key, text]) => html`<option key=${key} value=${key} selected=${key === value}>${text}</option>`)}
    </select>
  </label>`;
}

/** The stretch of time: one that it is now, or one that is over, by any day in it. */
function When({ window, choose }) {
  const kind = kindOf(window);
  const titles = Object.entries({ ...NOW, ...PAST }).map(([key, title]) => [key, tr(title)]);
  const put = (wanted) => choose({ window: wanted in NOW ? wanted : lastOver(wanted, Date.now()) });
  return html`<${Choice} label=${tr("When")} value=${kind} choose=${put} options=${titles} />
    ${
      kind in NOW
        ? ""
        : html`<label class="field">${tr("Any day in it")}
      <input type="date" required value=${firstDay(window)}
        onChange=${({ target: { value } }) => value && choose({ window: windowOf(kind, value) })} />
    </label>`
    }`;
}

/** A text that is asked for once it is typed; `read` returns it, or null for none. */
function Typed({ name, label, value, read, choose, wrong = "" }) {
  const [text, put] = useState(value);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => put(value), [value]);
  const show = (event) => {
    event.preventDefault();
    const said = read(text);
    setWrong(said === null);
    if (said !== null) choose(said);
  };
  return html`<form class="row" onSubmit=${show}>
    <label class="field">${label}
      <input name=${name} autocomplete="off" dir="auto" maxlength=${LONGEST} value=${text}
        onInput=${(event) => put(event.target.value)} aria-invalid=${isWrong ? "true" : undefined} />
    </label>
    <button class="quiet">${tr("Show")}</button>
    ${isWrong ? html`<p class="wrong" role="alert">${wrong}</p>` : ""}
  </form>`;
}

/** Returns what is told above the rows, or why there are none. */
function toldOf({ rows, start, total, own, by }, { among }) {
  if (rows.length) {
    const shown = { first: start + 1, last: start + rows.length, all: total };
    const place = own === null ? "" : tr("; you are number {number}", { number: own });
    return `${tr("Rows {first} to {last} of {all}", shown)}${place}.`;
  }
  if (total) return tr("That player is in none of these {count} rows.", { count: total });
  if (among === "friends")
    return tr("Neither you nor a friend is here yet. Friends are listed under Account.");
  if (among === "room") return tr("None of them is on this leaderboard.");
  return tr("Nobody is here yet: it takes {what}.", { what: tr(METRICS[by].takes) });
}

/** The days of a window; nothing for all time. */
function Days({ window: { start, end } }) {
  if (start === null || end === null) return "";
  const [first, last] = [start, end - 1].map((ms) => new Date(ms).toISOString().slice(0, 10));
  return html`<p class="second">${first === last ? first : tr("{first} to {last}", { first, last })}, UTC</p>`;
}

function Rows({ visit, board }) {
  const metric = METRICS[board.by];
  const game = GAMES.get(board.game);
  const own = visit.player.id;
  const isAll = board.among === "all";
  return html`<table>
    <thead><tr><th class="number">#</th>${isAll ? "" : html`<th class="number">${tr("of all")}</th>`}<th>${tr("Player")}</th><th class="number">${tr(metric.value)}</th><th class="number">${tr("on")}</th></tr></thead>
    <tbody>${board.rows.map(
      (row) => html`<tr key=${row.player} class=${row.player === own ? "own" : ""}>
      <td class="number">${row.rank}</td>${isAll ? "" : html`<td class="number">${row.overall ?? ""}</td>`}
      <td><${RowName} visit=${visit} row=${row} own=${own} /></td>
      <td class="number">${metric.cell(row, game)}</td>
      <td class="number"><${RowMatch} visit=${visit} row=${row} /></td>
    </tr>`,
    )}</tbody>
  </table><${Unvouched} rows=${board.rows} />`;
}

function Board({ visit, board, asked, choose }) {
  const { rows, start, total, own } = board;
  const turn = (to, text) =>
    html`<button class="quiet" onClick=${() => choose({ start: Math.max(0, to), around: "" })}>${text}</button>`;
  return html`<p role="status">${toldOf(board, asked)}</p><${Days} window=${board.window} />
    ${rows.length ? html`<div class="panel wide-table"><${Rows} visit=${visit} board=${board} /></div>` : ""}
    <p class="row">
      ${start > 0 ? turn(start - ROWS, tr("Further up")) : ""}
      ${rows.length && start + rows.length < total ? turn(start + ROWS, tr("Further down")) : ""}
      ${own === null ? "" : html`<button class="quiet" onClick=${() => choose({ around: visit.player.id })}>${tr("Around you")}</button>`}
    </p>`;
}

export function Leaderboards({ visit }) {
  const [asked, ask] = useState(() => askedBy(location.search));
  const [found, find] = useState({ answer: null, error: null });
  const question = questionOf(asked);
  useEffect(() => {
    if (question === null) {
      find({ answer: null, error: null });
      return undefined;
    }
    let isWanted = true;
    visit
      .ask(question)
      .then((answer) => isWanted && find({ answer, error: null }))
      .catch((error) => isWanted && find({ answer: null, error }));
    return () => {
      isWanted = false;
    };
  }, [asked]);
  const choose = (more) => {
    const now = { ...asked, start: 0, ...more };
    visit.history.replaceState(null, "", location.pathname + addressOf(now));
    ask(now);
  };
  const isEvery = asked.game === EVERY;
  const { answer, error } = found;
  const titled = (texts) =>
    Object.entries(texts).map(([key, title]) => [key, tr(title.title ?? title)]);
  return html`<${Head} visit=${visit} />
  <main class="wide">
    <h1>${tr("Leaderboards")}</h1>
    <div class="panel">
      <div class="row choices">
        <${Choice} label=${tr("Game")} value=${asked.game} choose=${(game) => choose({ game })}
          options=${[[EVERY, tr("Every game")], ...[...GAMES].map(([key, game]) => [key, titleOf(game)])]} />
        <${Choice} label=${tr("By")} value=${asked.by} choose=${(by) => choose({ by })} options=${titled(METRICS)} />
        <${When} window=${asked.window} choose=${choose} />
        ${isEvery ? "" : html`<${Choice} label=${tr("Among")} value=${asked.among} choose=${(among) => choose({ among, around: "" })} options=${titled(AMONG)} />`}
      </div>
      ${
        isEvery || asked.among !== "room"
          ? ""
          : html`<${Typed} name="room" label=${tr("Room's code")} value=${asked.room}
        read=${readCode} wrong=${tr("A code has five signs, such as 7KQ4P.")} choose=${(room) => choose({ room })} />`
      }
      ${
        isEvery
          ? ""
          : html`<details class="fold" open=${Boolean(asked.around)}><summary>${tr("Around somebody")}</summary>
        <${Typed} name="around" label=${tr("A claimed name, or a player's id")} value=${asked.around}
          read=${(text) => text.trim()} choose=${(around) => choose({ around })} /></details>`
      }
    </div>
    ${error ? html`<p class="wrong" role="alert">${error.code === "unknown_room" ? tr(NO_ROOM) : whyNot(error)}</p>` : ""}
    ${
      answer?.t === "leaders"
        ? html`<p role="status" class="spoken">${tr("Who leads each game")}</p><${Leaders} visit=${visit} found=${answer} choose=${choose}
        linkTo=${(game) => location.pathname + addressOf({ ...asked, game: game.about.key })} />`
        : answer
          ? html`<${Board} visit=${visit} board=${answer} asked=${asked} choose=${choose} />`
          : error || question === null
            ? ""
            : html`<p role="status">${tr("Looking...")}</p>`
    }
  </main>`;
}
