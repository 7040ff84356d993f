/**
 * What somebody does at a board of Poker Squares: a card is laid by a finger, or by keys.
 */

import { cellName, formatCell, SIZE, whyNotLay } from "../../games/squares/cells.js";
import { say } from "../../games/wording.js";
import { Component } from "../../vendor/htm-preact-3.1.1.js";
import { Dragging } from "../dragging.js";
import { glide, seenOn, shake } from "../motion.js";
import { isFree, shown } from "./lines.js";

/** @typedef {import("../../games/squares/cells.js").Cell} Cell */
/** @typedef {import("../../games/squares/engine.js").Layout} Layout */
/** @typedef {import("../../games/squares/engine.js").SquaresGame} SquaresGame */

/**
 * @typedef {object} GridState
 * @property {Cell | null} focus
 * @property {readonly string[]} lit  the lines that the last card has completed
 * @property {boolean} dragged
 */

/** @typedef {import("../board.js").BoardProps<SquaresGame, Layout>} GridProps */

/**
 * What is done at the board, by whatever means.
 *
 * @extends {Component<GridProps, GridState>}
 */
export class Laying extends Component {
  /** @param {GridProps} props */
  constructor(props) {
    super(props);
    /** @type {GridState} */
    this.state = { focus: null, lit: [], dragged: false };
    /** The letter of a column that was typed. */
    this.letter = "";
    this.dragging = new Dragging({
      lifted: (element) => (this.isShut() || !element.closest(".next") ? [] : [element]),
      began: () => this.setState({ dragged: true }),
      targets: () => [...(this.base?.querySelectorAll("[data-open]") ?? [])].map(asElement),
      dropped: (element) => this.dropped(element),
    });
  }

  isShut() {
    const { busy, still, game, position } = this.props;
    return Boolean(busy || still) || game.isOver(position);
  }

  /** @param {Cell} cell */
  lay(cell) {
    const { game, position, onMove, onSay } = this.props;
    if (this.isShut()) return;
    this.setState({ focus: cell });
    if (game.openCells(position).some((open) => String(open) === String(cell))) {
      onMove(formatCell(game.rules.laying, cell));
      return;
    }
    const text = formatCell(game.rules.laying, cell);
    shake(this.base?.querySelector(`[data-cell="${cell}"]`) ?? null);
    try {
      game.apply(position, text);
    } catch (error) {
      const reason = /** @type {any} */ (error).wording ?? whyNotLay("grid", [], cell);
      onSay?.([say("{reason}.", { reason })]);
    }
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (this.dragging.swallows && event.detail > 0) {
      this.dragging.swallows = false;
      return;
    }
    const element = /** @type {Element} */ (event.target).closest("[data-cell]");
    if (element) this.lay(cellOf(asElement(element)));
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const element = asElement(/** @type {Element} */ (event.target));
    if (element.dataset.cell) this.setState({ focus: cellOf(element) });
  }

  /** @param {HTMLElement | null} element */
  dropped(element) {
    if (element) return this.lay(cellOf(element));
    const { base } = this;
    if (base === null) return;
    const piles = new Set(["next"]);
    const seen = seenOn(base, piles);
    this.dragging.settle();
    glide(base, piles, seen);
    this.setState({ dragged: false });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.arrow(event.key) || this.typed(event.key.toLowerCase())) event.preventDefault();
  }

  /**
   * @param {string} key
   * @returns {boolean}
   */
  typed(key) {
    const { columns, rows } = shown(this.props.game, this.props.position);
    const { laying } = this.props.game.rules;
    if (/^[a-i]$/.test(key)) {
      this.letter = key;
      return true;
    }
    const { letter } = this;
    if (!letter || !/^[1-9]$/.test(key)) return false;
    this.letter = "";
    const all = columns.flatMap((column) => rows.map((row) => /** @type {Cell} */ ([column, row])));
    const cell = all.find((each) => cellName(laying, each) === letter + key);
    if (cell) this.lay(cell);
    return true;
  }

  /**
   * @param {string} key
   * @returns {boolean}
   */
  arrow(key) {
    const by = ARROWS.get(key);
    if (by === undefined) return false;
    let [column, row] = this.state.focus ?? this.begin();
    const { columns, rows } = shown(this.props.game, this.props.position);
    for (let far = 0; far < Math.max(columns.length, rows.length); far += 1) {
      [column, row] = [column + by[0], row + by[1]];
      if (this.isShown([column, row])) break;
    }
    if (!this.isShown([column, row])) return true;
    const focus = /** @type {Cell} */ ([column, row]);
    this.setState({ focus }, () => {
      const element = this.base?.querySelector(`[data-cell="${focus}"]`);
      if (element) asElement(element).focus({ preventScroll: true });
    });
    return true;
  }

  /** @returns {Cell} */
  begin() {
    const { game, position } = this.props;
    const [first = position.cells.at(-1)] = game.openCells(position);
    return first ?? [0, 0];
  }

  /** @param {Cell} cell */
  isShown(cell) {
    const { game, position } = this.props;
    const all = [...position.cells, ...(isFree(game) ? game.openCells(position) : [])];
    if (isFree(game)) return all.some((each) => String(each) === String(cell));
    return cell.every((number) => number >= 0 && number < SIZE);
  }
}

/** @type {ReadonlyMap<string, Cell>} */
const ARROWS = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
]);

/** @param {Element} element */
const asElement = (element) => /** @type {HTMLElement} */ (element);

/**
 * @param {HTMLElement} element
 * @returns {Cell}
 */
function cellOf(element) {
  const [column = 0, row = 0] = (element.dataset.cell ?? "").split(",").map(Number);
  return [column, row];
}
