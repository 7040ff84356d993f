/**
 * What waits for its turn, the lowest number first; of equal ones the latest.
 *
 * @template T
 */
export class Heap {
  constructor() {
    /** @type {{number: number, order: number, what: T}[]} */
    this.all = [];
    this.order = 0;
  }

  /**
   * @param {number} number
   * @param {T} what
   */
  push(number, what) {
    const { all } = this;
    this.order -= 1;
    const put = { number, order: this.order, what };
    let at = all.push(put) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = all[above];
      if (other === undefined || !isBefore(put, other)) break;
      all[at] = other;
      at = above;
    }
    all[at] = put;
  }

  /** Take what comes first; undefined if nothing waits. */
  pop() {
    const { all } = this;
    const first = all[0];
    const last = all.pop();
    if (last === undefined || all.length === 0) return first?.what;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      const [one, other] = [all[below], all[below + 1]];
      if (one === undefined) break;
      const least = other !== undefined && isBefore(other, one) ? other : one;
      if (least === other) below += 1;
      if (!isBefore(least, last)) break;
      all[at] = least;
      at = below;
    }
    all[at] = last;
    return first?.what;
  }
}

/**
 * @param {{number: number, order: number}} one
 * @param {{number: number, order: number}} other
 */
const isBefore = (one, other) =>
  one.number < other.number || (one.number === other.number && one.order < other.order);
