// What the page's client says to a server that lies, without a socket.
// Usage: node wire_lies.mjs STATIC. Prints a line of JSON: doubts and what was not seen.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const load = (name) => import(pathToFileURL(join(process.argv[2], name)).href);
const { GAMES } = await load("games/index.js");
const { dealFromSeed } = await load("games/deals.js");
const fairness = await load("wire/fairness.js");
const { ownPart } = await load("records/own.js");
const { RECORD, packed } = await load("wire/packing.js");
const { sha256 } = await load("games/sha256.js");
const { Memory } = await load("wire/memory.js");
const { checkRecord, doubtsAbout, unseenBy } = await load("records/proof.js");

const game = GAMES.get("squares/english");
const [me, foe] = ["p-me", "p-foe"];
const room = { room: "7KQ4P", kind: "match", origin: "", epoch: 1, started: 0, phase: "gathering" };
const idOf = (number) => `m-${String(number).padStart(32, "0")}`;
const texts = (all) => all.map(({ text }) => text);

/** Has a match announced, is ready for it and reveals; returns it as it would be told. */
function begin(memory, number) {
  const [match, seed, theirs] = [idOf(number), fairness.randomBytes(32), fairness.randomBytes(16)];
  const commitment = fairness.commitmentToSeed(match, seed);
  memory.noteOpened({ id: match, number: 1, commitment, deal: "" });
  memory.commitTo(match, me);
  const nonces = [[me, memory.nonceFor(match)], [foe, theirs]].map(([player, nonce]) =>
    ({ player, nonce, commitment: fairness.commitmentToNonce(match, player, nonce) }));
  memory.noteRevealed({ next_match: { id: match, deal: "" }, seats: nonces });
  const known = new Map(nonces.map(({ player, nonce }) => [player, nonce]));
  const deal = dealFromSeed(fairness.seedOf(match, seed, known), 1);
  const standings = [{ seat: 0, player: me }, { seat: 1, player: foe }];
  const result = { match, deal: "", kind: "match", server_seed: seed, commitment, nonces, voids: [], counter: 0, standings };
  return { result, deal, opening: game.view(game.setup(deal)) };
}

function told(memory, result) {
  memory.noteEnded(result.match);
  const seen = { ...memory.of(result.match), ...memory.voidsBefore(result.match) };
  const about = { player: me, game, room: memory.room, wasDealtIn: true };
  return { doubts: texts(doubtsAbout(result, seen, about)), unseen: texts(unseenBy(result, seen, true)) };
}

/** Plays a match that `starts` others were revealed for before. */
function played(starts, { isSeen = true, between = () => {} } = {}) {
  const memory = new Memory();
  memory.noteRoom(room);
  const thrown = [];
  for (let number = 1; number <= starts; number += 1) thrown.push(begin(memory, number).result);
  // A page that is loaded anew goes on with what it has kept.
  const kept = new Memory(JSON.parse(JSON.stringify(memory.saved)));
  between(kept, thrown);
  const { result, opening } = begin(kept, 1000);
  if (isSeen) kept.noteOpening(result.match, opening);
  return { memory: kept, result, thrown };
}

const voided = ({ match, commitment }) => ({ match, commitment, why: "service", withheld: [] });

function toldOf() {
  const { memory, result, thrown } = played(1, {
    between: (kept, [one]) => kept.noteVoid(voided(one)),
  });
  return told(memory, { ...result, voids: thrown.map(voided) });
}

function given(isAnnounced) {
  const { result } = played(0);
  const memory = new Memory();
  memory.noteRoom({ ...room, kind: "challenge", origin: result.match });
  const again = { ...result, match: idOf(2000), deal: result.match, kind: "challenge" };
  const { commitment } = result;
  if (isAnnounced) memory.noteOpened({ id: again.match, number: 1, commitment, deal: again.deal });
  const cards = dealFromSeed(fairness.seedOf(result.match, result.server_seed,
    new Map(result.nonces.map(({ player, nonce }) => [player, nonce]))), 1);
  memory.noteOpening(again.match, game.view(game.setup(cards)));
  return told(memory, again);
}

function after(starts, options) {
  const { memory, result } = played(starts, options);
  return told(memory, result);
}

// The own moves

const CELLS = [..."abcde"].flatMap((column) => [1, 2, 3, 4, 5].map((row) => column + row));

/** Returns what becomes of a seat that lays so many cards, one a second. */
function laid(deal, texts) {
  let position = game.setup(deal);
  let [score, elapsed] = [game.score(position), 0];
  const moves = texts.map((text, index) => [1000 * (index + 1), text]);
  for (const [at, text] of moves) {
    position = game.apply(position, text);
    if (game.score(position) !== score) [score, elapsed] = [game.score(position), at];
  }
  const state = game.isOver(position) ? (game.isWon(position) ? "out" : "over") : "timed_out";
  return { moves, position, row: { score, elapsed_ms: elapsed, plies: moves.length, state, bot: false } };
}

/** Returns what a sound record of other moves than were made is said to be. */
function recorded(made, kept, { board, underWay = 0, forgotten = 0 } = {}) {
  const { result, deal } = begin(new Memory(), 1);
  const seats = [[me, kept], [foe, CELLS]].map(([player, texts], seat) => {
    const { moves, row } = laid(deal, texts);
    return { seat, player, name: player, ...row, moves };
  });
  // At Poker Squares nobody races: who has as many points has the same place.
  for (const seat of seats) seat.place = 1 + seats.filter(({ score }) => score > seat.score).length;
  const { match, commitment, server_seed, nonces } = result;
  const transcript = {
    match, deal: match, game: game.about.key, rules: game.about.rulesHash, commitment, server_seed, nonces,
    started_at: 1, ended_at: 300_001, stood_ms: 0, seats,
  };
  const bytes = packed({ transcript, digest: sha256(packed(transcript)) });
  const standings = seats.map(({ moves: _, ...row }) => row);
  const { position } = laid(deal, made);
  const own = ownPart({
    id: me,
    knowing: { made: new Map([...made.entries()].slice(forgotten)), board: board === undefined ? { ply: made.length, ...game.view(position) } : board },
    exchange: { moves: Array(underWay).fill({}) },
  });
  const { doubts, unseen } = checkRecord(bytes, { ...result, standings }, game, own);
  return { doubts: texts(doubts), unseen: texts(unseen) };
}

const swapped = (all) => [all[1], all[0], ...all.slice(2)];

console.log(JSON.stringify({
  honest: after(0),
  "a void start that was told": toldOf(),
  "a start thrown away": after(1),
  "thirty of them": after(30),
  "a start before the seat was taken anew": after(1, {
    between: (kept) => kept.noteRoom({ ...room, started: 5 }, true),
  }),
  "a start that a snapshot leaves out": after(1, {
    between: (kept) => kept.noteRoom({ ...room, started: 5, epoch: 2 }),
  }),
  "an opening that was not seen": after(0, { isSeen: false }),
  "a given deal": given(true),
  "a given deal whose commitment was not heard": given(false),
  "the own moves": recorded(CELLS, CELLS),
  "a move that was on its way": recorded(CELLS.slice(0, 20), CELLS.slice(0, 21), { underWay: 1 }),
  "the last two own moves left out": recorded(CELLS, CELLS.slice(0, 23)),
  "own moves left out that were not seen": recorded(CELLS, CELLS.slice(0, 23), { forgotten: 25 }),
  "a move nobody made": recorded(CELLS.slice(0, 20), CELLS.slice(0, 21)),
  "two own moves exchanged": recorded(CELLS, swapped(CELLS)),
  "another board": recorded(CELLS, swapped(CELLS), { forgotten: 2 }),
  "own moves of a page loaded anew": recorded(CELLS, CELLS, { forgotten: 10 }),
  "own moves without a board": recorded(CELLS, CELLS, { board: null }),
}));
