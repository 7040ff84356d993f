/** The rules of one game, at an address that can be sent. */

import { GAMES } from "../../games/index.js";
import { html, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Head } from "../parts/head.js";
import { titleOf } from "../parts/names.js";
import { Chapters } from "../parts/rules.js";
import { tr } from "../reader/words.js";

export function RulesOf({ visit }) {
  const [game, ask] = useState(GAMES.get(visit.rules) ?? GAMES.values().next().value);
  const { key, summary } = game.about;
  const choose = (chosen) => {
    visit.history.replaceState(null, "", visit.linkToRules(chosen));
    ask(GAMES.get(chosen));
  };
  return html`<${Head} visit=${visit} />
  <main class="wide">
    <h1>${titleOf(game)}</h1>
    <p>${tr(summary)}</p>
    <div class="row choices">
      <label class="field">${tr("Game")}
        <select value=${key} onChange=${(event) => choose(event.target.value)}>
          ${[...GAMES].map(([each, one]) => html`<option key=${each} value=${each} selected=${each === key}>${titleOf(one)}</option>`)}
        </select>
      </label>
    </div>
    <section class="panel rules">
      <h2>${tr("How it is played")}</h2>
      <${Chapters} key=${key} game=${game} />
    </section>
    <p class="row"><a href=${new URL(`learn?${new URLSearchParams({ game: key })}`, visit.base).href}>${tr("Learn it by playing")}</a></p>
  </main>`;
}
