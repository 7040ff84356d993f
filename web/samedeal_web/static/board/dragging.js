/**
 * Cards under a finger: a drag begins after some pixels, the cards follow, and the goal
 * is decided from the pointer's path, not from what is drawn.
 */

const BEGINS_PX = 6;
/** The greatest distance from a goal at which a card may be let go, in widths of a card. */
const NEAR = 0.75;

/**
 * What a board tells of itself to whoever drags its cards.
 *
 * @typedef {object} Draggable
 * @property {(element: HTMLElement) => HTMLElement[]} lifted  the cards that move with one; none if it may not move
 * @property {(element: HTMLElement) => void} began
 * @property {() => HTMLElement[]} targets  the piles or cells that take them
 * @property {(element: HTMLElement | null) => void} dropped
 */

/** Follows one pointer at a time over a board. */
export class Dragging {
  /** @param {Draggable} board */
  constructor(board) {
    this.board = board;
    /** @type {{id: number, x: number, y: number, element: HTMLElement} | null} */
    this.pressed = null;
    /** @type {HTMLElement[]} */
    this.cards = [];
    /** @type {DOMRect | null} */
    this.rect = null;
    /** Whether the click that follows belongs to a drag. */
    this.swallows = false;
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.swallows = false;
    if (this.pressed || event.button !== 0) return;
    const target = /** @type {Element} */ (event.target);
    const element = /** @type {HTMLElement | null} */ (target.closest("[data-card]"));
    if (element === null) return;
    this.pressed = { id: event.pointerId, x: event.clientX, y: event.clientY, element };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { pressed } = this;
    if (pressed === null || event.pointerId !== pressed.id) return;
    const [x, y] = [event.clientX - pressed.x, event.clientY - pressed.y];
    if (this.rect === null) {
      if (Math.hypot(x, y) < BEGINS_PX) return;
      const cards = this.board.lifted(pressed.element);
      if (cards.length === 0) {
        this.pressed = null;
        return;
      }
      this.cards = cards;
      this.rect = pressed.element.getBoundingClientRect();
      this.board.began(pressed.element);
      capture(pressed.element, event.pointerId);
    }
    for (const card of this.cards) card.style.translate = `${x}px ${y}px`;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { pressed, rect } = this;
    if (pressed === null || event.pointerId !== pressed.id) return;
    this.pressed = null;
    if (rect === null) return;
    this.swallows = true;
    this.rect = null;
    const [x, y] = [event.clientX - pressed.x, event.clientY - pressed.y];
    const middle = {
      x: rect.left + rect.width / 2 + x,
      y: rect.top + rect.height / 2 + y,
    };
    this.board.dropped(nearest(this.board.targets(), middle, rect.width * NEAR));
  }

  cancel() {
    const dragged = this.rect !== null;
    this.pressed = null;
    this.rect = null;
    if (dragged) this.board.dropped(null);
  }

  /** Draw the cards where they lie again, and return from where they come. */
  settle() {
    const { cards } = this;
    this.cards = [];
    for (const card of cards) card.style.translate = "";
  }
}

/**
 * @param {readonly HTMLElement[]} targets
 * @param {{x: number, y: number}} point
 * @param {number} most
 */
function nearest(targets, { x, y }, most) {
  let best = null;
  let least = most;
  for (const target of targets) {
    const { left, right, top } = target.getBoundingClientRect();
    // A column is a target from its first card to its last, not to the board's foot.
    const end = target.matches("ul") ? (target.lastElementChild ?? target) : target;
    const { bottom } = end.getBoundingClientRect();
    const [across, down] = [outside(x, left, right), outside(y, top, bottom)];
    const inside = across === 0 && down === 0;
    const far = inside ? -1 : Math.hypot(across, down);
    if (far <= least) [best, least] = [target, far];
  }
  return best;
}

/**
 * @param {number} at
 * @param {number} low
 * @param {number} high
 */
const outside = (at, low, high) => Math.max(low - at, 0, at - high);

/**
 * @param {HTMLElement} element
 * @param {number} pointer
 */
function capture(element, pointer) {
  try {
    element.setPointerCapture(pointer);
  } catch {
    // A pointer that is gone already, or one that a program made up.
  }
}
