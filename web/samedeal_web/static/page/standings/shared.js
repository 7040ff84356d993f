/** A result of a day in few lines for others, without a word about the cards. */

import { GAMES } from "../../games/index.js";
import { html } from "../../vendor/htm-preact-3.1.1.js";
import { titleOf } from "../parts/names.js";
import { canSend, Send } from "../parts/send.js";
import { exactly } from "../parts/times.js";
import { tr, trN } from "../reader/words.js";

const HEIGHTS = "▁▂▃▄▅▆▇█";
const CARDS_A_PACK = 52;

/** Returns how far the score was in each tenth of the time, as a row of heights. */
export function bar(progress, { contest, packs }) {
  // Cards are measured by the whole pack or packs, points by what was reached.
  const most = contest === "race" ? CARDS_A_PACK * packs : Math.max(1, ...progress);
  const top = HEIGHTS.length - 1;
  return progress.map((score) => HEIGHTS[Math.min(top, Math.floor((score * top) / most))]).join("");
}

/** Returns a result in a few words: the score, when it was reached, how it ended. */
function cameTo({ score, state, elapsed_ms: ms }, { contest }) {
  const time = exactly(ms);
  const counted =
    contest === "score"
      ? trN("{count} point", "{count} points", score)
      : trN("{count} card up", "{count} cards up", score);
  if (state === "out") return tr("all up in {time}", { time });
  if (state === "resigned") return tr("gave up at {score}", { score: counted });
  return score ? tr("{score} in {time}", { score: counted, time }) : counted;
}

/** Returns what is sent of one's own result, the last line being where others try it. */
export function sharedText({ game, day, attempt, players, streak }, link) {
  const { about } = GAMES.get(game);
  const facts = [cameTo(attempt, about)];
  if (attempt.rank)
    facts.push(tr("place {rank} of {count}", { rank: attempt.rank, count: players }));
  if (streak.current > 1)
    facts.push(trN("{count} day running", "{count} days running", streak.current));
  return [
    ["samedeal", titleOf(GAMES.get(game)), day].join(" · "),
    facts.join(" · "),
    bar(attempt.progress, about),
    tr("Your turn, one try: open {link}", { link }),
  ]
    .filter(Boolean)
    .join("\n");
}

/** Sends one's own result, once there is one; a place is kept for it until it is told. */
export function Shared({ visit, daily }) {
  const isOver = daily === null || (daily.attempt?.is_over && daily.attempt.match);
  if (!isOver || !canSend()) return "";
  const link = new URL("daily", visit.base).href;
  const send = () =>
    html`<${Send} title=${titleOf(GAMES.get(daily.game))} text=${sharedText(daily, link)} />`;
  return html`<p class="shared">${daily === null ? "" : send()}</p>`;
}
