/** The best possible in a match, as `samedeal analyse` tells it: looked for when asked. */

import { Board } from "../../board/index.js";
import { isKnown, longest } from "../../solver/limits.js";
import { html, useEffect, useMemo, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Name, titleOf } from "../parts/names.js";
import { later, said, tr, trN } from "../reader/words.js";
import { Replay } from "./replay.js";

const DEAL = {
  winnable: later("This deal could be won."),
  unwinnable: later("This deal could not be won: everything was tried."),
  undecided: later("That time was not enough to tell whether this deal could be won."),
};
const PARTS = {
  par: later("Looking for the best arrangement of these cards..."),
  deal: later("Looking for a way to win this deal..."),
  shorter: later("Shortening the win that was found..."),
};
const SIZE = 5;
const NOBODY = -1;
/** The words for a move of a win that nobody has played, where it is replayed. */
const MOVE_MS = 2000;

/** Has a match looked at beside the page; returns what ends that. */
function think({ game, deal, transcript: { seats } }, heard, failed) {
  const worker = new Worker(new URL("../../solver/worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => heard(data);
  worker.onerror = (event) => {
    event.preventDefault();
    failed();
  };
  const plain = seats.map(({ seat, state, moves }) => ({ seat, state, moves }));
  worker.postMessage({ game: game.about.key, deal, seats: plain });
  return () => worker.terminate();
}

const movesOf = (count) => trN("{count} move", "{count} moves", count);

/** The words about a player of patience, as parts of a sentence. */
function toldOf({ score, state, moves }, fate, { line }) {
  const own = movesOf(moves.length);
  if (state === "out") {
    const more = moves.length - line.length;
    return more
      ? tr("won in {moves}, {more} more than the shortest win found", { moves: own, more })
      : tr("won in {moves}, the fewest found", { moves: own });
  }
  const up = trN("{count} card up", "{count} cards up", score);
  return `${tr("{score} in {moves}", { score: up, moves: own })}; ${lostOf(fate)}`;
}

function lostOf({ wonAt, lostAt, move, isOpen }) {
  if (lostAt === 0) return tr("lost from the start: it could not be won");
  if (move !== null) return tr("lost with move {number}, {move}", { number: lostAt, move });
  if (isOpen) return tr("could still be won at the end");
  if (lostAt === null) return tr("that time was not enough to tell whether it was lost");
  return wonAt === null
    ? tr("lost with move {last} or earlier; which one is not known", { last: lostAt })
    : tr("lost somewhere from move {first} to move {last}", { first: wonAt + 1, last: lostAt });
}

function Raced({ record, found, goTo }) {
  const {
    transcript: { seats },
  } = record;
  const won = useMemo(() => {
    const moves = found.line.map((move, at) => [(at + 1) * MOVE_MS, move]);
    const seat = { seat: NOBODY, name: tr("The way to win"), moves, isUntimed: true };
    return { ...record, transcript: { ...record.transcript, seats: [seat] } };
  }, [record, found]);
  const fateOf = ({ seat }) => found.fates.find((fate) => fate.seat === seat);
  const see = ({ seat, lostAt }) => {
    goTo({ seat, ply: lostAt });
    document.getElementById("replay")?.scrollIntoView();
  };
  return html`<p role="status"><strong>${tr(DEAL[found.outcome])}</strong></p>
    <ul class="past">${[...seats]
      .sort((one, other) => one.place - other.place)
      .map((seat) => {
        const fate = fateOf(seat);
        return html`<li key=${seat.seat}><${Name}>${seat.name}</${Name}>
        <span>${toldOf(seat, fate, found)}</span>
        ${fate?.lostAt ? html`<span><button class="quiet" onClick=${() => see(fate)}>${tr("See that move")}</button></span>` : ""}</li>`;
      })}</ul>
    ${
      found.line.length
        ? html`<details><summary>${trN("The shortest win found takes {count} move:", "The shortest win found takes {count} moves:", found.line.length)}</summary>
      <${Replay} record=${won} /><p class="notation">${found.line.join(" ")}</p></details>`
        : ""
    }`;
}

function Squared({ record, found }) {
  const {
    game,
    transcript: { match, seats },
  } = record;
  const cells = found.cards.map((_, at) => [at % SIZE, Math.floor(at / SIZE)]);
  const score = { game: titleOf(game), score: found.points };
  return html`<p role="status"><strong>${tr("{game}: the best arrangement found of these cards scores {score}", score)}</strong>${
    game.rules.laying === "grid"
      ? "."
      : `,${tr(" if they could be laid in any order; this game allows less.")}`
  }</p>
    <div class="cloth end"><div class="end-board"><${Board} game=${game} still=${true} inWords=${said}
      position=${{ cards: found.cards, cells }} label=${tr("The best arrangement found")} /></div></div>
    <ul class="past">${[...seats]
      .sort((one, other) => one.place - other.place)
      .map(
        (seat) => html`<li key=${seat.seat}>
      <${Name}>${seat.name}</${Name}> <span>${seat.score}: ${tr("{below} below the best", { below: found.points - seat.score })}</span></li>`,
      )}</ul>
    <p class="second">${tr("Nobody can be expected to come near: it knows all the cards. What an expert makes who sees no more than a player, the terminal tells: {command}.", { command: `samedeal analyse ${match}` })}</p>`;
}

export function Possible({ record, goTo }) {
  const {
    game,
    transcript: { seats, match },
  } = record;
  const [state, put] = useState({ part: null, found: null, hasFailed: false });
  const [isAsked, ask] = useState(false);
  const { part, found, hasFailed } = state;
  useEffect(() => {
    if (!isAsked) return undefined;
    put({ part: null, found: null, hasFailed: false });
    const stop = think(
      record,
      (heard) => {
        if (heard.found) stop();
        put((before) => ({ ...before, ...heard }));
      },
      () => put({ part: null, found: null, hasFailed: true }),
    );
    return stop;
  }, [isAsked, record]);
  const key = game.about.key;
  const seconds = longest(key, seats);
  const name = seats.find(({ seat }) => seat === part)?.name;
  const doing =
    name === undefined
      ? tr(PARTS[part] ?? later("Looking..."))
      : tr("Looking for where it was lost ({name})...", { name });
  const Told = found?.fates ? Raced : Squared;
  const asking =
    () => html`${hasFailed ? html`<p class="wrong" role="alert">${tr("The search failed in this browser; the terminal has its own: {command}.", { command: `samedeal analyse ${match}` })}</p>` : ""}
    <p>${tr("Your browser can look for it, knowing every card.")}${seconds ? ` ${tr("This takes {count} seconds at most.", { count: seconds })}` : ""}</p>
    <button class="quiet" onClick=${() => ask(true)}>${tr("Look for it")}</button>`;
  const looking = () =>
    html`<p role="status">${doing}</p><button class="quiet" onClick=${() => ask(false)}>${tr("Stop")}</button>`;
  return html`<section class="panel possible"><h2>${tr("What was possible")}</h2>
    ${
      !isKnown(key)
        ? html`<p>${tr("{game} cannot be solved here", { game: titleOf(game) })}.</p>`
        : found
          ? html`<${Told} record=${record} found=${found} goTo=${goTo} />`
          : isAsked && !hasFailed
            ? looking()
            : asking()
    }
  </section>`;
}
