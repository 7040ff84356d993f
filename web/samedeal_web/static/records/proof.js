/**
 * Was the deal the one that was committed to, and does every board follow from it?
 *
 * Doubts and what was not seen are texts in English, with the fields that belong in
 * them: `{text, fields}`. The texts are the terminal's.
 */

import { dealFromSeed } from "../games/deals.js";
import {
  candidate,
  commitmentToNonce,
  commitmentToSeed,
  hex,
  isSame,
  seedOf,
} from "../wire/fairness.js";
import { plainVoid } from "../wire/memory.js";
import { BadFrame, RECORD } from "../wire/packing.js";
import { heldAgainst } from "./own.js";
import { isWho, openedRecord } from "./people.js";

const say = (text, fields = {}) => ({ text, fields });
const PART_BYTES = 32_768;

/** Returns the seed that a result's cards were dealt from. */
export function seedOfResult(result) {
  const used = result.nonces.filter(({ nonce }) => nonce !== null);
  const nonces = new Map(used.map(({ player, nonce }) => [player, nonce]));
  const seed = seedOf(result.deal || result.match, result.server_seed, nonces);
  return candidate(seed, result.counter ?? 0);
}

/**
 * Returns what does not fit in a result, by what was seen of its match before.
 *
 * @param {Record<string, any>} result as the room tells it
 * @param {Record<string, any>} seen what memory has of the match
 * @param {Record<string, any>} about `{player, game, room}`: who asks, the rules, and the room's memory
 */
export function doubtsAbout(result, seen, { player, game, room, wasDealtIn }) {
  if (seen.deal !== undefined && seen.deal !== (result.deal ?? "")) {
    return [say("another deal was played than the one announced")];
  }
  if (room !== null && room.kind !== result.kind) {
    return [say("this room does not play such a deal")];
  }
  if (result.server_seed.length === 0 && result.reveal_at) return aboutWithheld(result, seen);
  const doubts = [];
  const madeFor = result.deal || result.match;
  const promised = commitmentToSeed(madeFor, result.server_seed);
  const isAnnounced = seen.announced === undefined || seen.announced === hex(promised);
  if (!isSame(promised, result.commitment) || !isAnnounced) {
    doubts.push(say("the server's seed is not the one that it committed to"));
  }
  for (const { player: who, nonce, commitment } of result.nonces) {
    if (nonce === null || isSame(commitment, commitmentToNonce(madeFor, who, nonce))) continue;
    doubts.push(say("the nonce of {player} is not the one that was committed to", { player: who }));
  }
  if (!result.deal) {
    doubts.push(...aboutNonces(result, seen, player, wasDealtIn));
    doubts.push(...aboutVoids(result, seen));
  }
  if (seen.opening !== undefined && !isDealt(result, game, seen.opening)) {
    doubts.push(say("the cards were not dealt from that seed"));
  }
  return doubts;
}

/** Returns what of a match the one who asks has to believe; best nothing. */
export function unseenBy(result, seen, wasDealtIn) {
  const missing = [];
  if (seen.announced === undefined) {
    missing.push(
      result.deal
        ? say("what the server had committed to for this deal before")
        : say("what the server had committed to before the match"),
    );
  }
  if (wasDealtIn && seen.opening === undefined) {
    missing.push(say("the board that you were dealt, before your first move"));
  }
  if (result.deal) return missing;
  if (wasDealtIn && seen.nonce === undefined) {
    missing.push(say("your own nonce, which this program did not make"));
  }
  const told = (result.voids ?? []).map(({ match }) => match);
  if ((seen.adrift ?? []).some((each) => !told.includes(each))) {
    missing.push(say("what became of a start that you had sent your nonce for"));
  }
  return missing;
}

function aboutWithheld(result, seen) {
  if (result.kind !== "daily" && result.kind !== "event") {
    return [say("the server keeps the seed back, though nobody plays it later")];
  }
  if (seen.announced !== undefined && seen.announced !== hex(result.commitment)) {
    return [say("the server has changed what it had committed to")];
  }
  return [];
}

function aboutNonces(result, seen, player, wasDealtIn) {
  const doubts = [];
  const used = new Map(result.nonces.map((each) => [each.player, each]));
  if (seen.nonce !== undefined && wasDealtIn) {
    const own = used.get(player)?.nonce ?? null;
    if (own === null || hex(own) !== seen.nonce) doubts.push(say("your own nonce was not used"));
  }
  const wasMissing = result.nonces.some(({ nonce }) => nonce === null);
  const wasLeftOut = Object.keys(seen.committed ?? {}).some(
    (who) => seen.committed[who] !== "" && !used.has(who),
  );
  if (wasMissing || wasLeftOut) {
    doubts.push(say("the deal was made without a nonce that was committed to"));
  }
  if (seen.committed !== undefined) {
    for (const { player: who, commitment } of result.nonces) {
      if (seen.committed[who] === hex(commitment)) continue;
      doubts.push(
        say("{player} had not committed to this nonce when you revealed yours", { player: who }),
      );
    }
  }
  return doubts;
}

/** Who heard a match announced has heard of all that were void before it. */
function aboutVoids(result, seen) {
  const told = (result.voids ?? []).map(plainVoid);
  const heard = seen.voids ?? [];
  const isAll = seen.announced !== undefined && seen.hasSeenVoids === true;
  const fits = isAll ? told.join() === heard.join() : heard.every((each) => told.includes(each));
  const doubts = fits ? [] : [say("this match now has other void starts than you were told of")];
  const named = (result.voids ?? []).map(({ match }) => match);
  if ((seen.sent ?? []).some((each) => !named.includes(each))) {
    doubts.push(say("a start is left out that you had sent your nonce for"));
  }
  return doubts;
}

function isDealt(result, game, zones) {
  const deal = dealFromSeed(seedOfResult(result), game.about.packs);
  const dealt = game.view(game.setup(deal)).zones;
  const sorted = (each) => JSON.stringify(Object.entries(each).sort());
  return sorted(dealt) === sorted(zones);
}

// The record

/** Returns the bytes of a match's record, from a player who is connected. */
export async function recordOf(player, match) {
  const parts = [];
  let [start, size] = [0, 1];
  while (start < size) {
    const part = await player.ask({ t: "transcript", match, start });
    if (part.size > RECORD.bytes || part.data.length === 0 || part.data.length > PART_BYTES) {
      throw new BadFrame("no record");
    }
    parts.push(part.data);
    start += part.data.length;
    size = part.size;
  }
  const whole = new Uint8Array(start);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Returns what of a record was checked, and what is doubted: every move of every seat is
 * made again, from the seed that the result reveals, and the own ones are those of `own`.
 */
export function checkRecord(bytes, result, game, own = null) {
  const { transcript, isTrue } = openedRecord(bytes);
  const doubts = [];
  const doubt = (what, ...more) =>
    doubts.push(say("the record is another than the result: {what}", { what, ...more }));
  if (!isTrue) doubt("digest");
  const facts = [
    [
      "match",
      transcript.match === result.match && transcript.deal === (result.deal || result.match),
    ],
    ["rules", transcript.game === game.about.key && transcript.rules === game.about.rulesHash],
    ["commitment", isSame(transcript.commitment, result.commitment)],
    ["seed", isSame(transcript.server_seed, result.server_seed)],
    ["nonces", sameNonces(transcript.nonces, result.nonces)],
    ["standings", sameStandings(transcript.seats, result.standings)],
    ["people", transcript.seats.every(isWho)],
    ["times", timesFit(transcript)],
    ["places", placesFit(transcript, game)],
  ];
  for (const [what, holds] of facts) if (!holds) doubt(what);
  const deal = dealFromSeed(seedOfResult(result), game.about.packs);
  const boards = new Map();
  let moves = 0;
  for (const seat of transcript.seats) {
    const replayed = replay(game, deal, seat);
    moves += seat.moves.length;
    boards.set(seat.seat, replayed.position);
    if (replayed.doubt) {
      doubts.push(
        say("the moves of {name} do not lead to that result: {why}", {
          name: seat.name,
          why: replayed.doubt,
        }),
      );
    }
  }
  const held =
    own === null ? { doubts: [], unseen: [] } : heldAgainst(own, transcript.seats, game, deal);
  doubts.push(...held.doubts);
  return { doubts, unseen: held.unseen, boards, moves, seats: transcript.seats };
}

function replay(game, deal, seat) {
  let position = game.setup(deal);
  let [score, elapsed] = [game.score(position), 0];
  for (const [at, move] of seat.moves) {
    try {
      position = game.apply(position, move);
    } catch (error) {
      if (error.name !== "Refused") throw error;
      return { position, doubt: `${move}: ${error.message}` };
    }
    const now = game.score(position);
    if (now !== score) [score, elapsed] = [now, at];
  }
  const ended = ["finished", "resigned", "timed_out"];
  const states = game.isOver(position) ? [game.isWon(position) ? "out" : "over"] : ended;
  const holds =
    seat.score === score &&
    seat.elapsed_ms === elapsed &&
    seat.plies === seat.moves.length &&
    states.includes(seat.state);
  return { position, doubt: holds ? "" : `${score}, ${states.join("/")}` };
}

function sameNonces(ours, theirs) {
  const plain = (all) =>
    all
      .map(({ player, commitment, nonce }) =>
        [player, hex(commitment), nonce === null ? null : hex(nonce)].join(),
      )
      .sort()
      .join(";");
  return plain(ours) === plain(theirs);
}

function sameStandings(seats, standings) {
  const names = ["seat", "player", "name", "bot", "place", "score", "plies", "elapsed_ms", "state"];
  const plain = (all) =>
    JSON.stringify(
      all.map((row) => names.map((name) => row[name])).sort((one, other) => one[0] - other[0]),
    );
  return plain(seats) === plain(standings);
}

function timesFit({ started_at: start, ended_at: end, stood_ms: stood, seats }) {
  const lasted = end - start - stood;
  return (
    lasted >= 0 &&
    seats.every(({ moves }) =>
      moves.every(([at], index) => at <= lasted && (index === 0 || at >= moves[index - 1][0])),
    )
  );
}

/** Tells whether one seat did better than another. */
function didBetter(isRace, one, other) {
  const key = (seat) => [
    seat.state === "resigned" ? 1 : 0,
    -seat.score,
    ...(isRace ? [seat.score > 0 ? seat.elapsed_ms : 0] : []),
  ];
  const [ours, theirs] = [key(one), key(other)];
  const differs = ours.findIndex((value, index) => value !== theirs[index]);
  return differs >= 0 && ours[differs] < theirs[differs];
}

function placesFit({ seats }, game) {
  const isRace = game.about.contest === "race";
  return seats.every(
    (seat) => seat.place === 1 + seats.filter((other) => didBetter(isRace, other, seat)).length,
  );
}
