/**
 * What the games differ in, as data: catalogue.js has it, which `make docs` writes.
 */

/**
 * What the catalogue tells about a game.
 *
 * @typedef {object} About
 * @property {string} key
 * @property {string} family
 * @property {string} title
 * @property {"score" | "race"} contest
 * @property {number} packs
 * @property {number} cardsNeeded
 * @property {number} topScore
 * @property {number} plyLimit
 * @property {number} timeLimitS
 * @property {string} summary
 * @property {string} rulesHash
 */

/**
 * One patience game; choices are those of the server's rules, by name.
 *
 * @typedef {object} PatienceRules
 * @property {string} key
 * @property {string} family
 * @property {string} title
 * @property {string} summary
 * @property {string} hash
 * @property {number} columns
 * @property {number} packs
 * @property {"rows" | "capricieuse" | "russian"} dealing
 * @property {string} rows  for a dealing by rows, a letter a row: d face down, u face up
 * @property {"aces_up" | "aces_up_kings_down"} foundations
 * @property {"by_themselves" | "by_hand"} aces  how exposed aces go up
 * @property {"alternate" | "in_suit"} packing  down in alternating colours, or either way in suit
 * @property {"part" | "one"} unit  any part of a run moves, all of it one way; or one card
 * @property {"any" | "kings"} space  kings alone fill spaces, and must before a deal
 * @property {"waste" | "row" | "none"} stock
 * @property {"none" | "reverse" | "shuffled"} redeal
 * @property {number} redeals
 */

/**
 * One game of Poker Squares.
 *
 * @typedef {object} SquaresRules
 * @property {string} key
 * @property {string} title
 * @property {string} summary
 * @property {string} hash
 * @property {"grid" | "touching" | "serpent"} laying
 * @property {readonly number[]} points  by hand, the best first
 * @property {number} topScore
 */

export { HANDS, PATIENCE, SQUARES } from "./catalogue.js";
