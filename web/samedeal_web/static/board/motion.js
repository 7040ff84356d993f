/**
 * How cards move: measured, changed, and the difference animated; transform only.
 */

/**
 * A card as it was seen somewhere.
 *
 * @typedef {object} Seen
 * @property {string} pile
 * @property {number} at  its place in the pile, from 0
 * @property {number} card
 * @property {DOMRect} rect
 */

const EASING = "cubic-bezier(.22,.8,.24,1)";
const TURN_MS = 160;
const SHAKE_MS = 180;
const APART_MS = 22;
const ALL_APART_MS = 400;
/** Less than this is no movement, in pixels. */
const NOTHING = 2;

/** Whether the reader wants to see nothing move. */
const isStill = () =>
  document.documentElement.dataset.motion === "still" ||
  matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Return the cards that are seen on some piles.
 *
 * @param {Element} root
 * @param {ReadonlySet<string>} piles
 * @returns {Seen[]}
 */
export function seenOn(root, piles) {
  return cardsOn(root, piles).map((element) => ({
    ...whereOf(element),
    rect: element.getBoundingClientRect(),
  }));
}

/**
 * Let cards glide from where they were seen; turn those up that had not been seen.
 *
 * @param {Element} root
 * @param {ReadonlySet<string>} piles
 * @param {readonly Seen[]} before
 */
export function glide(root, piles, before) {
  if (isStill()) return;
  const left = [...before];
  const elements = cardsOn(root, piles);
  const moves = elements.map((element) => ({
    element,
    ...whereOf(element),
    rect: element.getBoundingClientRect(),
    from: /** @type {Seen | undefined} */ (undefined),
  }));
  // First those that stay in their place, then those that were elsewhere.
  for (const move of moves) move.from = taken(left, (was) => isSame(was, move));
  const gone = moves.filter(({ from }) => from === undefined);
  for (const move of gone) {
    move.from = taken(left, ({ card }) => card === move.card && card !== 0);
  }
  const fresh = moves.filter(({ from }) => from === undefined);
  for (const move of fresh) {
    const stock = before.find(({ pile }) => pile === "stock" || pile === "next");
    const there = taken(left, ({ pile, at }) => pile === move.pile && at === move.at);
    move.from = there ?? (move.pile === "stock" ? undefined : stock);
  }
  const apart = Math.min(APART_MS, ALL_APART_MS / Math.max(fresh.length, 1));
  for (const { element, from, rect, pile, at, card } of moves) {
    if (from === undefined) continue;
    const turned = from.card === 0 && card !== 0;
    const inPlace = from.pile === pile && from.at === at;
    const order = fresh.findIndex((move) => move.element === element);
    if (turned && inPlace) turnUp(element);
    else travel(element, from.rect, rect, order > 0 ? order * apart : 0);
  }
}

/**
 * Deal all cards of a board from its stock, or from above where it has none.
 *
 * @param {Element} root
 */
export function deal(root) {
  if (isStill()) return;
  const all = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".column [data-card]"));
  const stock = root.querySelector('[data-pile="stock"]') ?? root;
  const { left, top, width } = stock.getBoundingClientRect();
  const apart = Math.min(APART_MS, ALL_APART_MS / Math.max(all.length, 1));
  all.forEach((element, order) => {
    const to = element.getBoundingClientRect();
    const x = stock === root ? left + width / 2 - to.width / 2 : left;
    travel(element, new DOMRect(x, top, to.width, to.height), to, order * apart);
  });
}

/**
 * Shake what was refused.
 *
 * @param {Element | null} element
 */
export function shake(element) {
  if (element === null || isStill()) return;
  const steps = [0, -4, 4, -3, 2, 0].map((by) => ({
    transform: `translateX(${by}px)`,
  }));
  element.animate(steps, { duration: SHAKE_MS });
}

/**
 * @param {HTMLElement} element
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {number} delay
 */
function travel(element, from, to, delay) {
  const [x, y] = [from.left - to.left, from.top - to.top];
  const far = Math.hypot(x, y);
  if (far < NOTHING || to.width === 0) return;
  const duration = Math.min(150 + 0.18 * far, 280);
  const scale = Math.abs(from.width - to.width) > NOTHING ? ` scale(${from.width / to.width})` : "";
  const steps = [{ transform: `translate(${x}px, ${y}px)${scale}` }, { transform: "none" }];
  const pile = element.closest("[data-pile]");
  element.style.transformOrigin = "0 0";
  element.classList.add("gliding");
  pile?.classList.add("gliding");
  const done = () => {
    element.style.transformOrigin = "";
    element.classList.remove("gliding");
    if (!pile?.querySelector(".gliding")) pile?.classList.remove("gliding");
  };
  const running = element.animate(steps, {
    duration,
    delay,
    easing: EASING,
    fill: "backwards",
  });
  running.finished.then(done, done);
}

/** @param {HTMLElement} element */
function turnUp(element) {
  const steps = [{ transform: "rotateY(90deg)" }, { transform: "rotateY(0)" }];
  element.animate(steps, { duration: TURN_MS, easing: "ease-out" });
}

/**
 * @param {Element} root
 * @param {ReadonlySet<string>} piles
 * @returns {HTMLElement[]}
 */
function cardsOn(root, piles) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-card]"))].filter(
    (element) => piles.has(whereOf(element).pile),
  );
}

/** @param {HTMLElement} element */
function whereOf(element) {
  const pile = /** @type {HTMLElement | null} */ (element.closest("[data-pile]"));
  return {
    pile: pile?.dataset.pile ?? "",
    at: Number(element.dataset.at ?? 0),
    card: Number(element.dataset.card),
  };
}

/**
 * @param {Omit<Seen, "rect">} one
 * @param {Omit<Seen, "rect">} other
 */
const isSame = (one, other) =>
  one.pile === other.pile && one.at === other.at && one.card === other.card;

/**
 * Take the first that fits out of a list.
 *
 * @param {Seen[]} left
 * @param {(seen: Seen) => boolean} fits
 * @returns {Seen | undefined}
 */
function taken(left, fits) {
  const index = left.findIndex(fits);
  return index < 0 ? undefined : left.splice(index, 1)[0];
}
