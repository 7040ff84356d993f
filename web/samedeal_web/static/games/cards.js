/**
 * Cards as they are on the wire, and in words.
 *
 * A card is suit * 13 + rank: suits run clubs, diamonds, hearts, spades (0 to 3),
 * ranks from the ace (1) to the king (13). So 1 is the ace of clubs, 52 the king of
 * spades, and 0 a card that its player may not know.
 */

import { say } from "./wording.js";

/** @typedef {import("./wording.js").Wording} Wording */

/**
 * A board as it is on the wire.
 *
 * @typedef {object} Board
 * @property {number} ply
 * @property {Readonly<Record<string, readonly number[]>>} zones
 */

export const FACE_DOWN = 0;
export const PACK = 52;
export const HEIGHT = 13;

const RANK_WORDS = [
  ...["ace", "two", "three", "four", "five", "six", "seven"],
  ...["eight", "nine", "ten", "jack", "queen", "king"],
];

/** @type {readonly Wording[]} */
export const SUIT_WORDS = ["clubs", "diamonds", "hearts", "spades"].map((word) => say(word));

/**
 * A card's rank, from 1 (ace) to 13 (king).
 *
 * @param {number} card
 */
export const rankOf = (card) => ((card - 1) % HEIGHT) + 1;

/**
 * A card's suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades.
 *
 * @param {number} card
 */
export const suitOf = (card) => Math.floor((card - 1) / HEIGHT);

/**
 * Whether a card is a diamond or a heart.
 *
 * @param {number} card
 */
export const isRed = (card) => suitOf(card) === 1 || suitOf(card) === 2;

/**
 * A rank in words.
 *
 * @param {number} rank
 * @returns {Wording}
 */
export const rankWords = (rank) => say(RANK_WORDS[rank - 1] ?? "");

/**
 * A card in words, such as "ten of diamonds".
 *
 * @param {number} card
 * @returns {Wording}
 */
export function cardWords(card) {
  if (!card) return say("a card");
  return say("{rank} of {suit}", {
    rank: rankWords(rankOf(card)),
    suit: SUIT_WORDS[suitOf(card)] ?? "",
  });
}

/**
 * A colour and a rank in words, all that packing looks at.
 *
 * @param {number} rank
 * @param {boolean} red
 * @returns {Wording}
 */
export const colourWords = (rank, red) => say(`${red ? "red" : "black"} ${RANK_WORDS[rank - 1]}`);
