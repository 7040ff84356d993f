/** A match's record by itself, for whoever was not there: what it says, and whether it holds. */

import { dealFromSeed } from "../games/deals.js";
import { commitmentToNonce, commitmentToSeed, isSame } from "../wire/fairness.js";
import { BadFrame } from "../wire/packing.js";
import { isErased, openedRecord } from "./people.js";
import { checkRecord, seedOfResult } from "./proof.js";

const say = (text, fields = {}) => ({ text, fields });

/**
 * Returns what a record says: its rules, its deal, and what a result of it would be.
 *
 * @param {Uint8Array} bytes
 * @param {string} match its id, as it was asked for
 * @param {(transcript: any) => import("../games/index.js").Game | undefined} rulesOf
 */
export function readRecord(bytes, match, rulesOf) {
  const { transcript } = openedRecord(bytes);
  if (transcript?.match !== match || !Array.isArray(transcript.seats))
    throw new BadFrame("another match");
  const game = rulesOf(transcript);
  if (game === undefined) throw new BadFrame("no such game");
  const { deal, ...rest } = transcript;
  const result = { ...rest, deal: deal === match ? "" : deal, standings: transcript.seats };
  return { transcript, game, result, deal: dealFromSeed(seedOfResult(result), game.about.packs) };
}

/** Returns what does not hold in a record, and everybody's last board. */
export function checkAlone(bytes, { transcript, game, result }) {
  const found = checkRecord(bytes, result, game);
  const doubts = [...found.doubts];
  const { deal, server_seed: seed, commitment, nonces, seats } = transcript;
  if (!isSame(commitmentToSeed(deal, seed), commitment)) {
    doubts.push(say("the server's seed is not the one that it committed to"));
  }
  for (const { player, nonce, commitment: promised } of nonces) {
    if (nonce === null || isSame(promised, commitmentToNonce(deal, player, nonce))) continue;
    doubts.push(say("the nonce of {player} is not the one that was committed to", { player }));
  }
  const dealt = new Set(nonces.filter(({ nonce }) => nonce !== null).map(({ player }) => player));
  const known = seats.filter((seat) => !isErased(seat));
  const fits = dealt.size === seats.length && known.every(({ player }) => dealt.has(player));
  if (!result.deal && !fits) {
    doubts.push(say("the deal was made without a nonce that was committed to"));
  }
  return { ...found, doubts };
}

/** Returns a seat's board before its first move and after each, with when that was, in ms. */
export function stepsOf({ game, deal }, seat) {
  let position = game.setup(deal);
  const steps = [
    {
      at: 0,
      move: "",
      position: game.positionFrom(game.view(position)),
      score: game.score(position),
    },
  ];
  for (const [at, move] of seat.moves) {
    try {
      position = game.apply(position, move);
    } catch (error) {
      if (error.name !== "Refused") throw error;
      break;
    }
    steps.push({
      at,
      move,
      position: game.positionFrom(game.view(position)),
      score: game.score(position),
    });
  }
  return steps;
}
