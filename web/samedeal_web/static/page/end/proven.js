/** The proof of a match, made here: while it runs, what it found, what was checked. */

import { Board } from "../../board/index.js";
import { ownPart } from "../../records/own.js";
import { checkRecord, doubtsAbout, recordOf, unseenBy } from "../../records/proof.js";
import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { NotDone } from "../../wire/index.js";
import { BadFrame } from "../../wire/packing.js";
import { Name, toldApart } from "../parts/names.js";
import { said, tr, trN } from "../reader/words.js";

/** Checks a match that is over; resolves with what was found. */
export async function prove(player, result, game) {
  const { memory } = player;
  const seen = { ...memory.of(result.match), ...memory.voidsBefore(result.match) };
  const wasDealtIn = result.standings.some((row) => row.player === player.id);
  const about = { player: player.id, game, room: memory.room, wasDealtIn };
  const doubts = doubtsAbout(result, seen, about);
  const unseen = unseenBy(result, seen, wasDealtIn);
  if (result.server_seed.length === 0) return { doubts, unseen, seen, record: null };
  const began = performance.now();
  const own = ownPart(player);
  const record = checkRecord(await recordOf(player, result.match), result, game, own);
  const ms = Math.round(performance.now() - began);
  return {
    doubts: [...doubts, ...record.doubts],
    unseen: [...unseen, ...record.unseen],
    seen,
    record,
    ms,
  };
}

const told = ({ text, fields }) => tr(text, fields);

/** What is found has its room from the beginning, and so have the boards: nothing moves when it is there. */
export function Proof({ visit, result }) {
  const [found, find] = useState(null);
  const { player, played: game } = visit;
  const isHere = player.state === "here";
  useEffect(() => {
    if (!isHere || !game || found?.match === result.match) return undefined;
    let isWanted = true;
    prove(player, result, game).then(
      (proof) => isWanted && find({ match: result.match, ...proof }),
      (error) => {
        if (!(error instanceof NotDone || error instanceof BadFrame)) throw error;
        if (isWanted) find({ match: result.match, error });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [result.match, isHere]);
  const isFound = found?.match === result.match;
  const record = isFound ? found.record : null;
  const isTold = result.server_seed.length > 0;
  return html`<section class="panel proof"><div class="either">
      <div>${isFound ? html`<${Verdict} found=${found} result=${result} />` : html`<${Checking} count=${result.standings.length} />`}</div>
      ${isTold && !record ? html`<div hidden><${Proven} result=${result} /></div>` : ""}
    </div></section>
    ${game ? html`<${Boards} visit=${visit} result=${result} record=${record} />` : ""}`;
}

const Checking = ({ count }) =>
  html`<p role="status">${trN("Checking the board ...", "Checking {count} boards ...", count)}</p>`;

/**
 * Everybody's board as it was at the end, made again from their moves.
 *
 * Until then, and where the others' are not told yet, the own one, as far as it is known.
 */
function Boards({ visit, result, record }) {
  const { played: game, player, room } = visit;
  const own = player.knowing.seat;
  const isTold = result.server_seed.length > 0;
  const known = room.result === null ? null : player.knowing.board;
  const rows = toldApart(result.standings)
    .filter(({ seat }) => isTold || (seat === own && known !== null))
    .sort((one, other) => one.seat - other.seat);
  if (rows.length === 0) return "";
  const position = (seat) => {
    const made = record?.boards.get(seat);
    if (made !== undefined) return game.positionFrom(game.view(made));
    return seat === own && known !== null ? game.positionFrom(known) : null;
  };
  const board = (at, name) =>
    html`<${Board} game=${game} still=${true} inWords=${said} position=${at} label=${name} />`;
  return html`<section class="same"><h2>${isTold ? tr("The same cards") : tr("Your board")}</h2>
    <div class="ends">${rows.map(({ seat, name, score }) => {
      const at = position(seat);
      return html`<section key=${seat} class="cloth end">
      <h3><span><${Name}>${name}</${Name}>${seat === own ? ` (${tr("you")})` : ""}</span> <span>${score}</span></h3>
      <div class="end-board">${at === null ? "" : board(at, name)}</div>
    </section>`;
    })}</div></section>`;
}

function Verdict({ found, result }) {
  const { doubts, record, error } = found;
  if (error) {
    return html`<p role="status">
      ${tr("Not checked: the record of this match could not be read.")}</p>`;
  }
  if (doubts.length > 0) {
    return html`<div role="alert"><h2 class="wrong">${tr("NOT proven")}</h2></div>
      <ul>${doubts.map((doubt) => html`<li>${told(doubt)}</li>`)}</ul>`;
  }
  if (record === null) {
    return html`<p role="status">${tr("The seed is told later: then this match can be proven.")}</p>`;
  }
  return html`<${Proven} ...${found} moves=${record.moves} result=${result} />`;
}

/** What is said of a match that was proven; as most are, where nothing is known of it yet. */
function Proven({ result, unseen = [], seen = null, moves = 0, ms = 0 }) {
  const counts = { boards: result.standings.length, moves, ms };
  return html`<div role="status"><h2><span class="tick" aria-hidden="true">✓</span>
      ${unseen.length ? tr("Sound, as far as your browser saw it") : tr("Proven, as far as this page saw")}</h2></div>
    <p>${tr("Boards: {boards}. Moves: {moves}. Made again from the deck, in {ms} ms.", counts)}</p>
    ${unseen.length ? html`<p>${tr("What it did not see:")} ${unseen.map(told).join("; ")}.</p>` : ""}
    <p>${tr("The chain of all matches is not looked into here: {command} does.", { command: `samedeal verify ${result.match}` })}</p>
    <details><summary>${tr("What was checked")}</summary><ul>
      ${seen?.announced === undefined ? "" : html`<li>${tr("The server's seed is the one whose seal this page was told before the match.")}</li>`}
      ${result.deal || seen?.nonce === undefined ? "" : html`<li>${tr("Everybody's secret number is the one that they had committed to, yours among them.")}</li>`}
      <li>${tr("The deck follows from these numbers, and everybody's moves from the deck.")}</li>
      <li>${tr("Scores, times and places are those of these moves.")}</li>
    </ul></details>`;
}
