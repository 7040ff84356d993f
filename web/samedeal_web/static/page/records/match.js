/** A match by its link: who came to what, every move again, and whether its record holds. */

import { GAMES, retraceable } from "../../games/index.js";
import { recordOf } from "../../records/proof.js";
import { checkAlone, readRecord } from "../../records/record.js";
import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { NotDone } from "../../wire/index.js";
import { Head } from "../parts/head.js";
import { Name, titleOf, toldApart } from "../parts/names.js";
import { whyNot } from "../reader/refused.js";
import { later, tr, trN } from "../reader/words.js";
import { headline, Standings, winnersOf } from "../standings/standings.js";
import { Possible } from "./possible.js";
import { Replay } from "./replay.js";
import { PlayThis } from "./same_deal.js";

const TAKES_BACK = "U";

/** Returns the rules that a record was played by. */
function rulesOf({ game: key, seats }) {
  const game = GAMES.get(key);
  const isTakenBack = seats.some(({ moves }) => moves.some(([, move]) => move === TAKES_BACK));
  return game && isTakenBack ? (retraceable(game) ?? game) : game;
}

/** Asks for a match's record; resolves with what it says and what does not hold in it. */
async function load(visit, match) {
  const bytes = await recordOf({ ask: (message) => visit.ask(message) }, match);
  try {
    const record = readRecord(bytes, match, rulesOf);
    return { ...record, bytes, checked: checkAlone(bytes, record) };
  } catch {
    // Whatever a server sends that is no record of this match.
    throw new NotDone("unreadable");
  }
}

function Checked({ match, checked }) {
  const { doubts, moves, seats } = checked;
  if (doubts.length) {
    return html`<section class="panel proof"><div role="alert"><h2 class="wrong">${tr("NOT proven")}</h2></div>
      <ul>${doubts.map(({ text, fields }) => html`<li>${tr(text, fields)}</li>`)}</ul></section>`;
  }
  return html`<section class="panel proof">
    <h2><span class="tick" aria-hidden="true">✓</span>${tr("The record holds together")}</h2>
    <p>${tr("Boards: {boards}. Moves: {moves}. All made again here, from the deck that the numbers of server and players give.", { boards: seats.length, moves })}</p>
    <p>${tr("Whether it is the match that was played, who was there can tell; and the chain: {command}.", { command: `samedeal verify ${match}` })}</p>
  </section>`;
}

function Voids({ voids }) {
  if (!voids?.length) return "";
  return html`<p>${trN("{count} start before it was void.", "{count} starts before it were void.", voids.length)}</p>`;
}

function Shown({ visit, found }) {
  const { transcript, checked, game, bytes } = found;
  const [moment, goTo] = useState(null);
  const { match, seats, started_at: began, voids } = transcript;
  const [winner] = winnersOf(toldApart(seats));
  const isAlone = seats.length === 1;
  const own = seats.find(({ player }) => player === visit.player.id)?.seat ?? null;
  const title = headline(seats, isAlone ? seats[0].seat : own);
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = `${match}.samedeal`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  return html`<section class="cloth hero">
      <p>${titleOf(game)} · ${new Date(began).toISOString().slice(0, 10)}</p>
      <h1>${title ?? html`<${Name}>${winner.name}</${Name}> ${tr("won with {score}", { score: winner.score })}`}</h1>
    </section>
    <${Standings} rows=${seats} own=${own} linkTo=${(player) => visit.linkToPlayer(player)} />
    <${PlayThis} visit=${visit} match=${match} seats=${seats} />
    <h2 id="replay">${tr("Move by move")}</h2>
    <${Replay} record=${found} to=${moment} />
    ${checked.doubts.length ? "" : html`<${Possible} key=${match} record=${found} goTo=${goTo} />`}
    <${Voids} voids=${voids} />
    <${Checked} match=${match} checked=${checked} />
    <p><button class="quiet" onClick=${save}>${tr("Save the record")}</button></p>`;
}

const OWN = { unreadable: later("The record of this match could not be read.") };

export function Match({ visit }) {
  const [state, put] = useState({ found: null, error: null });
  const { match } = visit;
  useEffect(() => {
    let isWanted = true;
    load(visit, match).then(
      (found) => isWanted && put({ found, error: null }),
      (error) => isWanted && put({ found: null, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [match]);
  const { found, error } = state;
  return html`<${Head} visit=${visit} />
  <main class="wide">${
    found
      ? html`<${Shown} visit=${visit} found=${found} />`
      : html`<h1>${tr("A match")}</h1>
      ${error ? html`<p class="wrong" role="alert">${OWN[error.code] ? tr(OWN[error.code]) : whyNot(error)}</p>` : html`<p role="status">${tr("Looking...")}</p>`}`
  }
  </main>`;
}
