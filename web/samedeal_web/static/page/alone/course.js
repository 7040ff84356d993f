/** What is laid alone: a lesson as far as it has come, or a deal of which nothing is taught. */

import { dealFromSeed, practiceDeal } from "../../games/deals.js";
import { fromHex } from "../../wire/fairness.js";

/** Returns where a lesson begins: after what is done for whoever learns. */
export function begun(game, lesson) {
  let position = game.setup(dealFromSeed(fromHex(lesson.seed), game.about.packs));
  let done = game.ply(position);
  while (lesson.steps[done]?.before.length === 0) {
    position = game.apply(position, lesson.steps[done].move);
    done += 1;
  }
  return { game, lesson, position, done };
}

/** Returns a deal of which nothing is taught. */
export const dealt = (game) => ({
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

/** Returns the move that a lesson asks for now; undefined where any is as good. */
export const asked = ({ lesson, done }) => lesson?.steps[done]?.move;

/** Tells whether a move is what a lesson asks for, however it is written. */
export function isAsked(state, move) {
  const { game, position } = state;
  const [wanted, made] = [asked(state), move].map((text) =>
    JSON.stringify(game.view(game.apply(position, text))),
  );
  return wanted === made;
}

/** Returns what is there after a move; throws Refused. */
export const moved = (state, move) => ({
  ...state,
  position: state.game.apply(state.position, move),
  done: state.done + 1,
});
