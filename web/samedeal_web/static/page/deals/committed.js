/** A server's commitments, deal by deal, as this browser was told them first. */

import { hex } from "../../wire/fairness.js";
import { tr } from "../reader/words.js";

/** Deals that are kept, those that were told first being forgotten first. */
const MOST = 500;

const keyOf = (where) => `samedeal ${where} committed`;

function read(where) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(where))) ?? {};
  } catch {
    // A browser that keeps nothing has nothing to hold against anybody.
    return {};
  }
}

/** Keeps what deals are committed to; returns what was told first of each: `[digits, when]`. */
export function hold(where, told, now) {
  const known = read(where);
  for (const { deal, commitment } of told) known[deal] ??= [hex(commitment), now];
  const newest = Object.entries(known)
    .sort(([, [, one]], [, [, other]]) => other - one)
    .slice(0, MOST);
  try {
    localStorage.setItem(keyOf(where), JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // It is kept for nobody.
  }
  return known;
}

/** Returns what does not fit in an event's deals. */
export function changedSince(where, { event, deals }, now) {
  const known = hold(where, deals, now);
  const doubts = [];
  deals.forEach(({ deal, commitment }, n) => {
    const number = n + 1;
    if (deal !== `event/${event}/${number}`)
      doubts.push(tr("these are not the deals of this event"));
    else if (known[deal][0] !== hex(commitment)) {
      doubts.push(
        tr("Deal {number}: this browser was told another commitment before.", { number }),
      );
    }
  });
  return doubts;
}
