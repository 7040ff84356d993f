/**
 * Par: the best arrangement found of 25 cards, once all of them are known.
 *
 * Simulated annealing over swaps of two cards, as the terminal does it with dice of its
 * own; so the two may differ by a little, and neither says that there is no better one.
 */

import { SIZE } from "../games/squares/cells.js";
import { handOf } from "../games/squares/hands.js";

const LAID = SIZE * SIZE;
const SWAPS = 1_200_000;
/** Temperatures at the start and the end, as shares of what fours count. */
const [HOT, COLD] = [0.12, 0.04];
/** From hot to cold in so many steps. */
const STEPS = 200;
const FOURS = 2;

/**
 * Return the cards row by row from the top, and what they count; the same cards find the
 * same.
 *
 * @param {readonly number[]} cards
 * @param {readonly number[]} points  by hand
 */
export function findPar(cards, points) {
  const scores = scoring(cards, points);
  const layout = cards.map((_, at) => 1 << at);
  const lines = linesOf(layout);
  const counts = lines.map(scores);
  const throwing = dice();
  const sum = (/** @type {number[]} */ numbers) => numbers.reduce((all, one) => all + one, 0);
  let now = sum(counts);
  let best = { points: now, layout: [...layout] };
  for (let step = 0; step < STEPS; step += 1) {
    const heat = (points[FOURS] ?? 0) * HOT * (COLD / HOT) ** (step / (STEPS - 1));
    for (let n = 0; n < SWAPS / STEPS; n += 1) {
      const a = Math.floor(throwing() * LAID);
      const b = Math.floor(throwing() * LAID);
      const swap = (layout[a] ?? 0) ^ (layout[b] ?? 0);
      const touched = linesOfBoth(a, b);
      let gain = 0;
      for (const line of touched) gain += scores((lines[line] ?? 0) ^ swap) - (counts[line] ?? 0);
      if (gain < 0 && throwing() >= Math.exp(gain / heat)) continue;
      layout[a] = (layout[a] ?? 0) ^ swap;
      layout[b] = (layout[b] ?? 0) ^ swap;
      for (const line of touched) {
        lines[line] = (lines[line] ?? 0) ^ swap;
        counts[line] = scores(lines[line] ?? 0);
      }
      now += gain;
      if (now > best.points) best = { points: now, layout: [...layout] };
    }
  }
  return {
    cards: best.layout.map((bit) => cards[31 - Math.clz32(bit)] ?? 0),
    points: best.points,
  };
}

/**
 * Return what counts a line, given as a set of bits of its cards' places in the deal.
 *
 * @param {readonly number[]} cards
 * @param {readonly number[]} points
 */
function scoring(cards, points) {
  /** @type {Map<number, number>} */
  const known = new Map();
  return (/** @type {number} */ line) => {
    const found = known.get(line);
    if (found !== undefined) return found;
    const counted = points[handOf(cards.filter((_, at) => line & (1 << at)))] ?? 0;
    known.set(line, counted);
    return counted;
  };
}

/**
 * Return the sets of cards in the rows, then in the columns.
 *
 * @param {readonly number[]} layout
 */
function linesOf(layout) {
  const lines = Array.from({ length: 2 * SIZE }, () => 0);
  layout.forEach((bit, cell) => {
    for (const line of linesAt(cell)) lines[line] = (lines[line] ?? 0) | bit;
  });
  return lines;
}

/** @param {number} cell */
const linesAt = (cell) => [Math.floor(cell / SIZE), SIZE + (cell % SIZE)];

/** The lines that two cells do not share: in each, one card goes and one comes. */
const BETWEEN = Array.from({ length: LAID * LAID }, (_, pair) => {
  const [one, other] = [linesAt(Math.floor(pair / LAID)), linesAt(pair % LAID)];
  return [...one, ...other].filter((line) => one.includes(line) !== other.includes(line));
});

/**
 * @param {number} a
 * @param {number} b
 */
const linesOfBoth = (a, b) => BETWEEN[a * LAID + b] ?? [];

/** Return dice that always fall the same (mulberry32). */
function dice() {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
