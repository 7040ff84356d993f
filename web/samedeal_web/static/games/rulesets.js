/**
 * What the games differ in, as data; docs/reference/rulesets.md tells the same.
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
 * One patience game.
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
 * @property {boolean} kingsDown  whether there are foundations built down from the king
 * @property {boolean} acesGo  whether exposed aces go up by themselves
 * @property {boolean} inSuit  packed up or down in suit; if not, down in alternating colours
 * @property {boolean} runs  whether any part of a run moves, all of it one way
 * @property {boolean} kingsFill  whether only kings fill spaces, and must before a deal
 * @property {"waste" | "row" | "none"} stock
 * @property {"none" | "reverse" | "shuffled"} redeal
 * @property {number} redeals
 */

/** @type {Omit<PatienceRules, "key" | "family" | "title" | "summary" | "hash" | "columns">} */
const USUAL = {
  packs: 1,
  dealing: "rows",
  kingsDown: false,
  acesGo: true,
  inSuit: false,
  runs: true,
  kingsFill: false,
  stock: "waste",
  redeal: "none",
  redeals: 0,
};

/** @type {Partial<PatienceRules>} */
const TWO_PACKS = {
  columns: 12,
  packs: 2,
  kingsDown: true,
  acesGo: false,
  inSuit: true,
  stock: "none",
  redeals: 2,
};

/**
 * @param {string} key
 * @param {string} family
 * @param {string} hash
 * @param {string} title
 * @param {string} summary
 * @param {Partial<PatienceRules>} own
 * @returns {PatienceRules}
 */
const patience = (key, family, hash, title, summary, own) => ({
  ...USUAL,
  columns: 7,
  ...own,
  ...{ key, family, title, summary, hash },
});

export const PATIENCE = [
  patience(
    ...["westcliff/classic", "westcliff", "c21d4a5e7fe2319f", "Westcliff"],
    "Seven columns of three, a stock turned once: build all four suits up from the ace.",
    {},
  ),
  patience(
    ...["westcliff/american", "westcliff", "b7ab7dc33c7e2fa8", "American Westcliff"],
    "Ten columns of three and a stock of 22: mostly a race, as nearly every deal comes out.",
    { columns: 10 },
  ),
  patience(
    ...["pas-seul", "westcliff", "f4ab7557a34cbe9a", "Pas Seul"],
    "Westcliff on six columns, with a stock of 34 turned once: little room, and a space is worth gold.",
    { columns: 6 },
  ),
  patience(
    ...["easthaven", "easthaven", "7abc41b2f2a1ec41", "Easthaven"],
    "Seven columns, no waste: when you are stuck, deal a row on top of everything. Only kings fill spaces.",
    { kingsFill: true, stock: "row" },
  ),
  patience(
    ...["easthaven/open", "easthaven", "9c28f51a256d6a24", "Easthaven, open spaces"],
    "Easthaven with any card or run to a space.",
    { stock: "row" },
  ),
  patience(
    ...["westhaven", "easthaven", "15d22b229ef5914d", "Westhaven"],
    "Ten columns and no waste: when you are stuck, deal a row on top of everything, two rows and two cards in all. Spaces take anything.",
    { columns: 10, stock: "row" },
  ),
  patience(
    ...["capricieuse", "capricieuse", "d36b8ac1e224946c", "Capricieuse"],
    "Two packs, all dealt out in twelve columns: pack up or down in suit, build from the aces and from the kings; two redeals.",
    { ...TWO_PACKS, dealing: "capricieuse", runs: false, redeal: "reverse" },
  ),
  patience(
    ...["russian", "russian", "347674c2a3d49059", "Russian Patience"],
    "Two packs in twelve columns, packed up or down in suit and moved in runs: build from the aces and from the kings; two shuffled redeals.",
    { ...TWO_PACKS, dealing: "russian", redeal: "shuffled" },
  ),
];

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

/** The names of the hands, the best first. */
export const HANDS = [
  ...["royal flush", "straight flush", "four of a kind", "full house", "flush"],
  ...["straight", "three of a kind", "two pairs", "one pair", "nothing"],
];

const ENGLISH = { points: [30, 30, 16, 10, 5, 12, 6, 3, 1, 0], topScore: 230 };
const AMERICAN = { points: [100, 75, 50, 25, 20, 15, 10, 5, 2, 0], topScore: 725 };

/** @type {readonly SquaresRules[]} */
export const SQUARES = [
  {
    key: "squares/patience",
    hash: "8fa3fc6cd2157fbd",
    title: "Poker Patience",
    summary:
      "Lay 25 cards one by one, each touching another, into five rows and five columns that count as poker hands.",
    laying: "touching",
    ...ENGLISH,
  },
  {
    key: "squares/patience-american",
    hash: "1772760dbea2d1f7",
    title: "Poker Patience, American points",
    summary:
      "Lay 25 cards one by one, each touching another, into ten poker hands counted by the American table.",
    laying: "touching",
    ...AMERICAN,
  },
  {
    key: "squares/english",
    hash: "249f47fe3bf31778",
    title: "Poker Squares",
    summary:
      "Lay 25 cards one by one anywhere on a grid of five by five; its rows and columns count as poker hands.",
    laying: "grid",
    ...ENGLISH,
  },
  {
    key: "squares/american",
    hash: "70dff8ac15c431a7",
    title: "Poker Squares, American points",
    summary:
      "Lay 25 cards one by one anywhere on a grid of five by five, and count ten poker hands by the American table.",
    laying: "grid",
    ...AMERICAN,
  },
  {
    key: "squares/serpent",
    hash: "4831dd3ba9daa9a2",
    title: "Serpent Poker",
    summary:
      "Lay cards one by one, each beside the one before, and count ten poker hands by the American table; do not let the serpent catch itself.",
    laying: "serpent",
    ...AMERICAN,
  },
];
