/**
 * A board of any game: what it is given, and what it hears.
 */

/** @typedef {import("../games/wording.js").Wording} Wording */

/**
 * What a board is given; index.js tells of each.
 *
 * @template Game
 * @template Position
 * @typedef {object} BoardProps
 * @property {Game} game
 * @property {Position} position
 * @property {(text: string) => void} onMove
 * @property {(wordings: readonly Wording[]) => void} [onSay]
 * @property {{n: number, move: string}} [refused]
 * @property {boolean} [busy]
 * @property {boolean} [still]
 * @property {string} [label]
 * @property {(wording: Wording) => string} [inWords]
 * @property {boolean} [four]
 * @property {boolean} [named]
 * @property {boolean} [takesBack]
 */

/**
 * What is done at a board, by whatever means.
 *
 * @typedef {object} Touched
 * @property {(event: MouseEvent) => void} clicked
 * @property {(event: KeyboardEvent) => void} pressed
 * @property {(event: FocusEvent) => void} focused
 * @property {import("./dragging.js").Dragging} dragging
 */

/**
 * Return what the outermost element of a board hears.
 *
 * @param {Touched} board
 */
export const hears = (board) => ({
  onClick: (/** @type {MouseEvent} */ event) => board.clicked(event),
  onKeyDown: (/** @type {KeyboardEvent} */ event) => board.pressed(event),
  onFocusIn: (/** @type {FocusEvent} */ event) => board.focused(event),
  onPointerDown: (/** @type {PointerEvent} */ event) => board.dragging.down(event),
  onPointerMove: (/** @type {PointerEvent} */ event) => board.dragging.move(event),
  onPointerUp: (/** @type {PointerEvent} */ event) => board.dragging.up(event),
  onPointerCancel: () => board.dragging.cancel(),
});

/**
 * Hear keys while nothing on the page has the focus; return what ends it.
 *
 * @param {(event: KeyboardEvent) => unknown} heard
 * @returns {() => void}
 */
export function heardAnywhere(heard) {
  const listener = (/** @type {KeyboardEvent} */ event) => {
    if (event.target === document.body) heard(event);
  };
  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
}
