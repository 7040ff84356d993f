/**
 * The lines of Poker Squares: which are shown, and what each counts.
 */

import { HANDS } from "../../games/rulesets.js";
import { SIZE, span } from "../../games/squares/cells.js";
import { lineName } from "../../games/squares/words.js";
import { say } from "../../games/wording.js";
import { html } from "../../vendor/htm-preact-3.1.1.js";

/** @typedef {import("../../games/squares/cells.js").Cell} Cell */
/** @typedef {import("../../games/squares/engine.js").Layout} Layout */
/** @typedef {import("../../games/squares/engine.js").Line} Line */
/** @typedef {import("../../games/squares/engine.js").SquaresGame} SquaresGame */
/** @typedef {import("../../games/wording.js").Wording} Wording */

/**
 * What a line counts: a solid chip once it is complete, brackets for hopes.
 *
 * @param {{line?: Line, name?: (line: Line) => string, lit: readonly string[], inWords: (wording: Wording) => string}} props
 */
export function Chip({ line, name, lit, inWords }) {
  if (line === undefined || (line.points === 0 && !line.complete)) {
    return html`<span class="chip none"></span>`;
  }
  const kind = line.complete ? (line.points > 0 ? "whole" : "void") : "hope";
  const isLit = lit.includes(lineKey(line)) ? " settles" : "";
  const points = line.complete ? `${line.points}` : `(${line.points})`;
  const spoken = name ? { role: "img", "aria-label": name(line) } : { "aria-hidden": "true" };
  return html`<span class=${`chip ${kind}${isLit}`} ...${spoken}>
    <b>${points}</b>
    ${line.points > 0 && html`<i>${inWords(say(HANDS[line.hand] ?? ""))}</i>`}
  </span>`;
}

/**
 * Return the columns and the rows to show: all that can matter now.
 *
 * @param {SquaresGame} game
 * @param {Layout} position
 */
export function shown(game, position) {
  if (!isFree(game)) return { columns: upTo(0, SIZE - 1), rows: upTo(0, SIZE - 1) };
  const cells = [...position.cells, ...game.openCells(position)];
  const range = (/** @type {0 | 1} */ axis) => {
    const numbers = cells.map((cell) => cell[axis]);
    return upTo(Math.min(...numbers), Math.max(...numbers));
  };
  return { columns: range(0), rows: range(1) };
}

/** @param {SquaresGame} game */
export const isFree = (game) => game.rules.laying === "touching";

/**
 * Whether the frame is fixed in a direction, so that lines across it can be whole.
 *
 * @param {SquaresGame} game
 * @param {Layout} position
 * @param {0 | 1} axis
 */
export const isFramed = (game, { cells }, axis) =>
  !isFree(game) || (cells.length > 0 && span(cells, axis) === SIZE);

/**
 * @param {number} first
 * @param {number} last
 */
const upTo = (first, last) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

/**
 * Return where a cell comes in the wave of light along its line.
 *
 * @param {readonly string[]} lit
 * @param {Cell} cell
 */
export function wave(lit, [column, row]) {
  const along = lit.includes(`row ${row}`) ? column : row;
  return ((along % SIZE) + SIZE) % SIZE;
}

/**
 * @param {SquaresGame} game
 * @param {"row" | "column"} axis
 * @param {number} number
 */
export const emptyLine = (game, axis, number) =>
  say("{line}: empty.", { line: lineName(game, { axis, number }) });

/** @param {{axis: string, number: number}} line */
export const lineKey = ({ axis, number }) => `${axis} ${number}`;
