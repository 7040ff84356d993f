/** Commitments, and the seed of a deal, as docs/explanation/fairness.md fixes them. */

import { hmac, joined, sha256 } from "../games/sha256.js";
import { bigEnd } from "./packing.js";

const text = new TextEncoder();

export const NONCE_BYTES = 16;

/** Returns each part with its length in front; texts are their UTF-8 bytes. */
export function lp(...parts) {
  return joined(
    ...parts.flatMap((part) => {
      const bytes = typeof part === "string" ? text.encode(part) : part;
      return [Uint8Array.from(bigEnd(bytes.length, 4)), bytes];
    }),
  );
}

/** Returns what the server tells of its seed before anybody is ready. */
export const commitmentToSeed = (id, seed) => sha256(lp("samedeal/commit/1", id, seed));

/** Returns what a player tells of a nonce with `ready`. */
export const commitmentToNonce = (match, player, nonce) =>
  sha256(lp("samedeal/nonce/1", match, player, nonce));

/**
 * Returns the seed of a deal.
 *
 * @param {string} id of the match, or of a deal that is for more than one
 * @param {Uint8Array} serverSeed
 * @param {Map<string, Uint8Array>} nonces by player's id
 */
export function seedOf(id, serverSeed, nonces) {
  const players = [...nonces.keys()].sort(byBytes);
  const parts = players.flatMap((player) => [player, nonces.get(player)]);
  return hmac(serverSeed, lp("samedeal/seed/1", id, ...parts));
}

/** Returns the seed of the candidate that was dealt, from that of the deal. */
export function candidate(seed, counter) {
  if (counter === 0) return seed;
  return hmac(seed, lp("samedeal/candidate/1", Uint8Array.from(bigEnd(counter, 8))));
}

/** Compares two texts by their bytes. */
export function byBytes(one, other) {
  const [a, b] = [text.encode(one), text.encode(other)];
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    if (a[at] !== b[at]) return a[at] - b[at];
  }
  return a.length - b.length;
}

export const randomBytes = (count) => crypto.getRandomValues(new Uint8Array(count));

export const hex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const fromHex = (digits) =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

export const isSame = (one, other) => hex(one) === hex(other);
