/** Lessons, and deals to lay alone: without a server, once the page is there. */

import { GAMES } from "../../games/index.js";
import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Head } from "../parts/head.js";
import { Rules } from "../parts/later.js";
import { titleOf } from "../parts/names.js";
import { LANGUAGES } from "../reader/languages.js";
import { language, tr } from "../reader/words.js";
import { begun, dealt, taught } from "./course.js";
import { Table } from "./table.js";

/** Returns the game that an address asks for. */
const askedBy = (search) =>
  GAMES.get(new URLSearchParams(search).get("game")) ?? GAMES.values().next().value;

/** A lesson may come late: it moves nothing that one is about to press, and takes no deal away. */
export function Learn({ visit }) {
  const [game, ask] = useState(askedBy(location.search));
  const [state, put] = useState(null);
  const [hasFailed, fail] = useState(false);
  const [again, load] = useState(0);
  const spoken = language();
  useEffect(() => {
    let isWanted = true;
    put(null);
    fail(false);
    LANGUAGES[spoken].lessons().then(
      ({ LESSONS }) => isWanted && put((has) => has ?? begun(game, LESSONS[game.about.key])),
      () => isWanted && fail(true),
    );
    return () => {
      isWanted = false;
    };
  }, [game, spoken, again]);
  const choose = (key) => {
    visit.history.replaceState(
      null,
      "",
      `${location.pathname}?${new URLSearchParams({ game: key })}`,
    );
    ask(GAMES.get(key));
  };
  const isTaught = state !== null && state.lesson !== null;
  const isAwaited = state === null && !hasFailed;
  return html`<${Head} visit=${visit} />
  <main class="wide">
    <h1>${tr("Learn and practise")}</h1>
    <div class="row choices">
      <label class="field">${tr("Game")}
        <select value=${game.about.key} onChange=${(event) => choose(event.target.value)}>
          ${[...GAMES].map(([key, each]) => html`<option key=${key} value=${key} selected=${each === game}>${titleOf(each)}</option>`)}
        </select>
      </label>
      ${isTaught || isAwaited ? "" : html`<button class="quiet" onClick=${() => load(again + 1)}>${tr("Lesson")}</button>`}
      <button class="quiet" onClick=${() => put(dealt(game))}>
        ${isTaught || state === null ? tr("Practise") : tr("Another deal")}
      </button>
    </div>
    ${hasFailed && state === null ? html`<p class="wrong" role="alert">${tr("That did not work; try again.")}</p>` : ""}
    ${
      state === null
        ? ""
        : html`<section class="cloth practice">
      <header>
        <h2>${isTaught ? tr("Lesson") : tr("Practice")}</h2>
        <small>${
          isTaught && state.done < state.lesson.steps.length
            ? tr("move {number} of {all}", {
                number: state.done + 1,
                all: state.lesson.steps.length,
              })
            : tr("counts for nothing")
        }</small>
      </header>
      ${isTaught ? html`<p class="taught" role="status">${taught(state).join(" ")}</p>` : ""}
      <${Table} key=${isTaught} state=${state} put=${put} />
    </section>`
    }
    ${isAwaited ? "" : html`<${Rules} key=${game.about.key} visit=${visit} game=${game} />`}
  </main>`;
}
