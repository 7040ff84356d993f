/**
 * From a seed to a shuffle, as docs/explanation/fairness.md tells it.
 */

import { PACK } from "./cards.js";
import { hmac, joined } from "./sha256.js";

/**
 * What all players of a match share: one pack or two, in the order of dealing, and
 * for each shuffled redeal an order of both packs.
 *
 * @typedef {object} Deal
 * @property {readonly number[]} cards
 * @property {readonly (readonly number[])[]} redeals
 */

const SEED_BYTES = 32;
const REDEALS = 2;

/**
 * Return the deal of a 32-byte seed, for 1 or 2 packs.
 *
 * @param {Uint8Array} seed
 * @param {number} packs
 * @returns {Deal}
 */
export function dealFromSeed(seed, packs) {
  if (seed.length !== SEED_BYTES) throw new RangeError("a seed has 32 bytes");
  const numbers = Array.from({ length: packs > 1 ? REDEALS : 0 }, (_, at) => at + 1);
  return {
    cards: shuffled(seed, "samedeal/deal/1", [packs], packs),
    redeals: numbers.map((n) => shuffled(seed, "samedeal/redeal/1", [packs, n], packs)),
  };
}

/**
 * Return a deal of its own, for practice.
 *
 * @param {number} packs
 * @returns {Deal}
 */
export function practiceDeal(packs) {
  return dealFromSeed(crypto.getRandomValues(new Uint8Array(SEED_BYTES)), packs);
}

/**
 * Shuffle after Fisher and Yates, from the last entry down.
 *
 * @param {Uint8Array} seed
 * @param {string} tag
 * @param {number[]} numbers
 * @param {number} packs
 */
function shuffled(seed, tag, numbers, packs) {
  const stream = bytesOf(seed, joined(new TextEncoder().encode(tag), Uint8Array.from(numbers)));
  const cards = Array.from({ length: PACK * packs }, (_, entry) => (entry % PACK) + 1);
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = draw(stream, last + 1);
    const card = cards[last] ?? 0;
    cards[last] = cards[other] ?? 0;
    cards[other] = card;
  }
  return cards;
}

/**
 * Return a number below n, each equally likely.
 *
 * @param {Generator<number, never>} stream
 * @param {number} n
 */
function draw(stream, n) {
  const bound = 256 - (256 % n);
  let byte = stream.next().value;
  while (byte >= bound) byte = stream.next().value;
  return byte % n;
}

/**
 * @param {Uint8Array} seed
 * @param {Uint8Array} tag
 * @returns {Generator<number, never>}
 */
function* bytesOf(seed, tag) {
  for (let block = 0; ; block += 1) {
    const counter = new DataView(new ArrayBuffer(8));
    counter.setUint32(4, block);
    yield* hmac(seed, joined(tag, new Uint8Array(counter.buffer)));
  }
}
