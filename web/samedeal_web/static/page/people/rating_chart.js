/** A chart of somebody's ratings in a family of games, match by match, and its words. */

import { GAMES } from "../../games/index.js";
import { html } from "../../vendor/htm-preact-3.1.1.js";
import { tr } from "../reader/words.js";

const WIDTH = 320;
const HEIGHT = 84;
/** Around the line, so that its ends and the numbers beside it are whole. */
const [LEFT, RIGHT, EDGE] = [40, 12, 12];
/** Points between bottom and top at least: a small change looks like one. */
const LEAST_SPAN = 20;
/** Between two numbers that can be read. */
const LEAST_GAP = 16;

const day = (ms) => new Date(ms).toISOString().slice(0, 10);

/** Returns the ratings after each rated match of a family, oldest first, and when that was. */
function ratingsIn(family, entries) {
  return entries
    .filter(({ game, after }) => after && GAMES.get(game)?.about.family === family)
    .map(({ at, after }) => ({ at, rating: after.rating }))
    .reverse();
}

/** Returns a line through ratings, as points of a drawing. */
function pointsOf(ratings, bottom, span) {
  const step = (WIDTH - LEFT - RIGHT) / (ratings.length - 1);
  return ratings.map(({ rating }, at) =>
    [LEFT + at * step, HEIGHT - EDGE - ((rating - bottom) / span) * (HEIGHT - 2 * EDGE)].map(
      (number) => number.toFixed(1),
    ),
  );
}

/** The chart in words, for those who see it and those who do not; nothing before two matches. */
export function RatingChart({ family, entries }) {
  const ratings = ratingsIn(family, entries);
  if (ratings.length < 2) return "";
  const numbers = ratings.map(({ rating }) => rating);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const span = Math.max(LEAST_SPAN, high - low);
  const bottom = (low + high - span) / 2;
  const points = pointsOf(ratings, bottom, span);
  const [x, y] = points.at(-1);
  const level = (rating) => HEIGHT - EDGE - ((rating - bottom) / span) * (HEIGHT - 2 * EDGE);
  const line = (
    rating,
  ) => html`<line x1=${LEFT} x2=${WIDTH - RIGHT} y1=${level(rating)} y2=${level(rating)} />
    <text x=${LEFT - 6} y=${level(rating) + 4}>${rating}</text>`;
  const [first, last] = [ratings[0], ratings.at(-1)];
  return html`<figure class="chart">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
      ${line(high)}${level(low) - level(high) < LEAST_GAP ? "" : line(low)}
      <polyline points=${points.join(" ")} /><circle cx=${x} cy=${y} r="4" />
    </svg>
    <figcaption class="second">${tr(
      "{family}, the last {count} rated matches, {from} to {to}: from {first} to {last}, lowest {low}, highest {high}.",
      {
        family,
        count: ratings.length,
        from: day(first.at),
        to: day(last.at),
        first: first.rating,
        last: last.rating,
        low,
        high,
      },
    )}</figcaption>
  </figure>`;
}
