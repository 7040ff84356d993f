/**
 * Cells of Poker Squares: where the next card may lie, and how cells are written.
 *
 * On the grid a cell is a column letter and a row number, row 1 at the top (c4). Where
 * cards only have to touch there is no frame yet to number, so a cell is its signed
 * offset from the first card, column then row, right and down being plus (+1-2).
 */

import { Refused, say } from "../wording.js";

/** @typedef {import("../wording.js").Wording} Wording */
/** @typedef {"grid" | "touching" | "serpent"} Laying */

/**
 * A place for one card: its column and its row.
 *
 * @typedef {readonly [number, number]} Cell
 */

export const SIZE = 5;
const MOST_CHARACTERS = 16;
const LETTERS = "abcde";

/** @type {readonly Cell[]} */
const GRID = Array.from({ length: SIZE * SIZE }, (_, at) => [at % SIZE, Math.floor(at / SIZE)]);

/**
 * List the cells where the next card may lie, row by row from the top.
 *
 * @param {Laying} laying
 * @param {readonly Cell[]} cells  those of the cards laid
 * @returns {Cell[]}
 */
export function legalCells(laying, cells) {
  const taken = new Set(cells.map(String));
  const free = (/** @type {Cell} */ cell) =>
    !taken.has(String(cell)) && whyNotLay(laying, cells, cell) === null;
  return (laying === "touching" ? reach(cells) : GRID).filter(free);
}

/**
 * Return the reason why a card may not lie on a free cell, or null.
 *
 * @param {Laying} laying
 * @param {readonly Cell[]} cells
 * @param {Cell} cell
 * @returns {Wording | null}
 */
export function whyNotLay(laying, cells, cell) {
  if (laying === "touching") return whyNotTouching(cells, cell);
  if (cell.some((number) => number < 0 || number >= SIZE)) {
    return say("the grid has columns a to e and rows 1 to 5");
  }
  const last = cells.at(-1);
  if (laying === "grid" || last === undefined) return null;
  if (Math.abs(cell[0] - last[0]) + Math.abs(cell[1] - last[1]) === 1) return null;
  return say("a card must lie beside the one laid last, not corner to corner");
}

/**
 * Read a cell in the notation of a laying; throws Refused.
 *
 * @param {Laying} laying
 * @param {string} text
 * @returns {Cell}
 */
export function parseCell(laying, text) {
  if (text.length > MOST_CHARACTERS) {
    const fields = { most: MOST_CHARACTERS, count: text.length };
    throw bad("a move has at most {most} characters, not {count}", fields);
  }
  if (laying === "touching") {
    const match = /^([+-][0-9]{1,2})([+-][0-9]{1,2})$/.exec(text);
    if (match !== null) return [Number(match[1]), Number(match[2])];
    throw bad(
      "{text!r} is not a cell: write how far it is from the first card, " +
        "columns to the right then rows down, each with its sign, as in +1-2",
      { text },
    );
  }
  const match = /^([a-e])([1-5])$/i.exec(text);
  if (match !== null)
    return [LETTERS.indexOf((match[1] ?? "").toLowerCase()), Number(match[2]) - 1];
  throw bad(
    "{text!r} is not a cell: write a column a to e and a row 1 to 5, " +
      "row 1 at the top, as in c4",
    { text },
  );
}

/**
 * Write a cell in the notation of a laying.
 *
 * @param {Laying} laying
 * @param {Cell} cell
 */
export function formatCell(laying, [column, row]) {
  if (laying === "touching") return signed(column) + signed(row);
  return `${LETTERS.charAt(column)}${row + 1}`;
}

/**
 * Return the name by which a screen shows a cell, such as c4.
 *
 * Where the frame still floats, the first card lies at e5, so that every cell keeps its
 * name while the layout grows.
 *
 * @param {Laying} laying
 * @param {Cell} cell
 */
export function cellName(laying, [column, row]) {
  const origin = laying === "touching" ? SIZE - 1 : 0;
  return `${"abcdefghi".charAt(column + origin)}${row + origin + 1}`;
}

/**
 * @param {readonly Cell[]} cells
 * @param {Cell} cell
 */
function whyNotTouching(cells, cell) {
  if (cells.length === 0) {
    if (cell[0] === 0 && cell[1] === 0) return null;
    return say(
      "the first card goes to +0+0: cells are counted from the first card, " +
        "columns right, rows down",
    );
  }
  if (span([...cells, cell], 0) > SIZE) {
    return say("that would make the layout more than five columns wide");
  }
  if (span([...cells, cell], 1) > SIZE) {
    return say("that would make the layout more than five rows high");
  }
  const touches = cells.some(
    ([column, row]) => Math.abs(column - cell[0]) <= 1 && Math.abs(row - cell[1]) <= 1,
  );
  return touches ? null : say("a card must touch one already laid");
}

/**
 * List every cell from one beyond the layout on each side, row by row.
 *
 * @param {readonly Cell[]} cells
 * @returns {Cell[]}
 */
function reach(cells) {
  if (cells.length === 0) return [[0, 0]];
  const columns = cells.map(([column]) => column);
  const rows = cells.map(([, row]) => row);
  /** @type {Cell[]} */
  const found = [];
  for (let row = Math.min(...rows) - 1; row <= Math.max(...rows) + 1; row += 1) {
    for (let column = Math.min(...columns) - 1; column <= Math.max(...columns) + 1; column += 1) {
      found.push([column, row]);
    }
  }
  return found;
}

/**
 * Count the lines that a layout takes up in one direction.
 *
 * @param {readonly Cell[]} cells
 * @param {0 | 1} axis
 */
export function span(cells, axis) {
  const numbers = cells.map((cell) => cell[axis]);
  return Math.max(...numbers) - Math.min(...numbers) + 1;
}

/** @param {number} number */
const signed = (number) => `${number < 0 ? "-" : "+"}${Math.abs(number)}`;

/**
 * @param {string} template
 * @param {Wording["fields"]} fields
 */
const bad = (template, fields) => new Refused("bad_move", say(template, fields));
