/** What a server committed to for an event, as this browser was told it first. */

import { hex } from "../wire/fairness.js";
import { tr } from "./words.js";

/** Returns what does not fit in an event's deals, and keeps what they are committed to. */
export function changedSince(where, { event, deals }) {
  const key = `samedeal ${where} event ${event}`;
  const doubts = [];
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    // A browser that keeps nothing has nothing to hold against it.
  }
  deals.forEach(({ deal, commitment }, n) => {
    const number = n + 1;
    if (deal !== `event/${event}/${number}`) doubts.push(tr("these are not the deals of this event"));
    else if ((kept[number] ??= hex(commitment)) !== hex(commitment)) {
      doubts.push(tr("Deal {number}: this browser was told another commitment before.", { number }));
    }
  });
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // It is kept for nobody.
  }
  return doubts;
}
