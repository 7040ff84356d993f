/** Lessons, and deals to lay alone: without a server, once the page is there. */

import { Board } from "../../board/index.js";
import { dealFromSeed, practiceDeal } from "../../games/deals.js";
import { GAMES, Refused } from "../../games/index.js";
import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { fromHex } from "../../wire/fairness.js";
import { Head } from "../parts/head.js";
import { Rules } from "../parts/later.js";
import { titleOf } from "../parts/names.js";
import { language, said, tr } from "../reader/words.js";

/** @type {Record<import("../reader/words.js").Language, () => Promise<any>>} */
const LOADS = { en: () => import("../../lessons/en.js"), es: () => import("../../lessons/es.js") };

/** Returns where a lesson begins: after what is done for whoever learns. */
function begun(game, lesson) {
  let position = game.setup(dealFromSeed(fromHex(lesson.seed), game.about.packs));
  let done = game.ply(position);
  while (lesson.steps[done]?.before.length === 0) {
    position = game.apply(position, lesson.steps[done].move);
    done += 1;
  }
  return { game, lesson, position, done };
}

/** Returns a deal of which nothing is taught. */
const dealt = (game) => ({
  game,
  lesson: null,
  position: game.setup(practiceDeal(game.about.packs)),
  done: 0,
});

/** Returns what there is to say now: of the last move, and before the next. */
export function taught({ lesson, done }) {
  if (lesson === null || done > lesson.steps.length) return [];
  const next = lesson.steps[done]?.before ?? [lesson.ends];
  return [...(lesson.steps[done - 1]?.after ?? []), ...next];
}

/** Tells whether two moves lead to the same board, however they are written. */
function leadAlike(game, position, one, other) {
  const [here, there] = [one, other].map((text) =>
    JSON.stringify(game.view(game.apply(position, text))),
  );
  return here === there;
}

function Table({ state, put }) {
  const [told, tell] = useState("");
  // Why a move was not made; told until another is tried.
  const [refused, refuse] = useState({ n: 0, move: "", why: "" });
  const { game, lesson, position, done } = state;
  const step = lesson?.steps[done];
  const move = (text) => {
    const putBack = (why) => refuse({ n: refused.n + 1, move: text, why });
    try {
      if (step && !leadAlike(game, position, text, step.move)) {
        putBack(tr("You could; but in this lesson do what is said above."));
        return;
      }
      put({ ...state, position: game.apply(position, text), done: done + 1 });
      refuse({ ...refused, why: "" });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      putBack(said(error.wording));
    }
  };
  const isOver = game.isOver(position);
  return html`<div class="practice-board"><${Board} game=${game} inWords=${said} label=${tr("practice")}
      position=${game.positionFrom(game.view(position))} still=${isOver} named=${step !== undefined} refused=${refused} onMove=${move}
      onSay=${(wordings) => tell(wordings.map(said).join(" "))} /></div>
    <p class="status" role="status">${isOver ? tr("Over, with {score}.", { score: game.score(position) }) : refused.why || told}</p>`;
}

/** Returns the game that an address asks for. */
const askedBy = (search) =>
  GAMES.get(new URLSearchParams(search).get("game")) ?? GAMES.values().next().value;

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
    LOADS[spoken]().then(
      ({ LESSONS }) => isWanted && put(begun(game, LESSONS[game.about.key])),
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
  return html`<${Head} visit=${visit} />
  <main class="wide">
    <h1>${tr("Learn and practise")}</h1>
    <div class="row choices">
      <label class="field">${tr("Game")}
        <select value=${game.about.key} onChange=${(event) => choose(event.target.value)}>
          ${[...GAMES].map(([key, each]) => html`<option key=${key} value=${key} selected=${each === game}>${titleOf(each)}</option>`)}
        </select>
      </label>
      ${isTaught ? "" : html`<button class="quiet" onClick=${() => load(again + 1)}>${tr("Lesson")}</button>`}
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
    <${Rules} key=${game.about.key} game=${game} />
  </main>`;
}
