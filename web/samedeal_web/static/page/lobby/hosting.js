/** The form that opens a room: short at first, the rest behind one line that tells what is chosen. */

import { GAMES } from "../../games/index.js";
import { html, useState } from "../../vendor/htm-preact-3.1.1.js";
import { titleOf } from "../parts/names.js";
import { termsAsked } from "../parts/terms.js";
import { whyNot } from "../reader/refused.js";
import { later, tr } from "../reader/words.js";
import { CHOICES, keepChoices, keptChoices, MOST_GAMES, possible, wanted } from "./opening.js";

const WATCHED = {
  no: later("nothing"),
  counts: later("how far everybody is"),
  boards: later("boards, as far as all players have seen the cards"),
};
const CHECKS = {
  certified: later("Only deals that can be won"),
  takes_back: later("Moves that showed no card may be taken back; nothing counts"),
  named_only: later("Claimed names only, no bots"),
  quiet: later("No talk"),
};

/** The options behind the line, at their usual values. */
const USUAL = Object.fromEntries(
  Object.entries(CHOICES)
    .slice(2)
    .map(([name, [first]]) => [name, first]),
);

/** A series as one value of a list, and back. */
const seriesOf = ({ best_of: matches, deals }) => (deals === null ? `b${matches}` : `d${deals}`);
const readSeries = (value) => {
  const count = Number(value.slice(1));
  return value[0] === "d" ? { deals: count, best_of: 1 } : { deals: null, best_of: count };
};

function Chosen({ label, value, choose, children }) {
  return html`<label class="field">${label}
    <select value=${value} onChange=${(event) => choose(event.target.value)}>${children}</select></label>`;
}

const option = (value, chosen, text) =>
  html`<option key=${value} value=${value} selected=${value === chosen}>${text}</option>`;

function Check({ checked, choose, children }) {
  return html`<label class="check"><input type="checkbox" checked=${checked}
    onChange=${(event) => choose(event.target.checked)} />${children}</label>`;
}

/** Other games that are played in turn, after the one that was chosen. */
function Turn({ choices, choose, game }) {
  const { games } = choices;
  const turn = games.filter((key) => key !== game);
  const put = (key) =>
    choose({ games: turn.includes(key) ? turn.filter((one) => one !== key) : [...turn, key] });
  const isFull = turn.length >= MOST_GAMES - 1;
  return html`<details><summary>${tr("Other games in turn")}${turn.length ? `: ${turn.length}` : ""}</summary>
    <div class="turn">${[...GAMES]
      .filter(([key]) => key !== game)
      .map(
        ([key, each]) => html`<label key=${key} class="check">
      <input type="checkbox" checked=${turn.includes(key)} disabled=${isFull && !turn.includes(key)} onChange=${() => put(key)} />
      ${titleOf(each)}</label>`,
      )}</div>
  </details>`;
}

function Options({ game, choices, choose }) {
  const asked = wanted(choices, game);
  const terms = termsAsked(asked);
  const can = possible([game, ...asked.games]);
  const series = seriesOf(choices);
  const limit = String(choices.time_limit_s ?? "");
  const own = GAMES.get(game).about.timeLimitS / 60;
  const count = (minutes) => tr("{count} min", { count: minutes });
  const usual = () => choose({ ...USUAL, games: [] });
  return html`<details class="hosting">
    <summary><span>${tr("More options")}${terms.length ? html`<small>: ${terms.join(" · ")}</small>` : ""}</span></summary>
    <div class="row choices">
      <${Chosen} label=${tr("How many matches")} value=${series} choose=${(value) => choose(readSeries(value))}>
        ${option("b1", series, tr("one, and another if you like"))}
        ${CHOICES.best_of.slice(1).map((n) => option(`b${n}`, series, tr("best of {count}", { count: n })))}
        ${CHOICES.deals.slice(1).map((n) => option(`d${n}`, series, tr("an evening of {count} deals", { count: n })))}
      </${Chosen}>
      <${Chosen} label=${tr("Time for a match")} value=${limit} choose=${(value) => choose({ time_limit_s: value ? Number(value) : null })}>
        ${option("", limit, tr("the game's own: {time}", { time: count(own) }))}
        ${CHOICES.time_limit_s.slice(1).map((s) => option(String(s), limit, count(s / 60)))}
      </${Chosen}>
      <${Chosen} label=${tr("Who looks on sees")} value=${choices.watch} choose=${(watch) => choose({ watch })}>
        ${Object.entries(WATCHED).map(([value, text]) => option(value, choices.watch, tr(text)))}
      </${Chosen}>
    </div>
    ${choices.deals === null ? "" : html`<p class="second">${tr("Each deal is scored in per cent against all who played it.")}</p>`}
    ${Object.entries(CHECKS)
      .filter(([name]) => can[name] !== false)
      .map(
        ([name, text]) => html`<${Check} key=${name}
      checked=${choices[name]} choose=${(checked) => choose({ [name]: checked })}>${tr(text)}</${Check}>`,
      )}
    <${Check} checked=${!choices.rated} choose=${(checked) => choose({ rated: !checked })}>${tr("It counts for no rating")}</${Check}>
    <${Turn} choices=${choices} choose=${choose} game=${game} />
    ${terms.length ? html`<button type="button" class="plain" onClick=${usual}>${tr("As most rooms are")}</button>` : ""}
  </details>`;
}

/** `named` tells the name of who opens it, or leads to where it is said. */
export function Hosting({ visit, game, named }) {
  const [choices, put] = useState(keptChoices);
  const [isAsked, ask] = useState(false);
  const choose = (some) => put({ ...choices, ...some });
  const open = (event) => {
    const name = named(event);
    ask(Boolean(name));
    if (!name) return;
    keepChoices(choices);
    visit.open(name, wanted(choices, game.about.key));
  };
  return html`<form class="row" onSubmit=${open}>
    <label class="field">${tr("Seats")}
      <select name="seats" value=${choices.seats} onChange=${(event) => choose({ seats: Number(event.target.value) })}>
        ${[2, 3, 4, 5, 6, 7, 8].map((n) => html`<option key=${n} value=${n} selected=${n === choices.seats}>${n}</option>`)}
      </select>
    </label>
    <label class="check"><input type="checkbox" checked=${choices.public} onChange=${(event) => choose({ public: event.target.checked })} />
      ${tr("Anybody may sit down")}</label>
    <${Options} game=${game.about.key} choices=${choices} choose=${choose} />
    ${visit.refused && isAsked ? html`<p class="wrong" role="alert">${whyNot(visit.refused)}</p>` : ""}
    <button class="main" disabled=${visit.isBusy}>${tr("Open a room for {game}", { game: titleOf(game) })}</button>
  </form>`;
}
