/** Stretches of time that leaderboards are of, by name; all in UTC. */

import { later } from "../reader/words.js";

const DAY_MS = 86_400_000;

export const NOW = {
  all: later("All time"),
  month: later("This month"),
  week: later("This week"),
  day: later("Today"),
};

/** Those that are over, by what one is. */
export const PAST = {
  "a month": later("Another month"),
  "a week": later("Another week"),
  "a day": later("Another day"),
};

const NAMED = {
  "a month": /^\d{4}-\d{2}$/,
  "a week": /^\d{4}-W\d{2}$/,
  "a day": /^\d{4}-\d{2}-\d{2}$/,
};

const iso = (ms) => new Date(ms).toISOString().slice(0, 10);
/** Monday is 0. */
const weekday = (ms) => (new Date(ms).getUTCDay() + 6) % 7;

const pastOf = (name) => Object.keys(PAST).find((kind) => NAMED[kind].test(name));

/** Returns what a window is, as a key of NOW or PAST; undefined where there is no such. */
export function kindOf(name) {
  if (name in NOW) return name;
  const kind = pastOf(name);
  if (kind === undefined) return undefined;
  const first = Date.parse(firstDay(name));
  return !Number.isNaN(first) && windowOf(kind, iso(first)) === name ? kind : undefined;
}

/** Returns the name of the window of one kind in which a day is. */
export function windowOf(kind, day) {
  if (kind === "a day") return day;
  if (kind === "a month") return day.slice(0, 7);
  const ms = Date.parse(day);
  // A week is of the year of its Thursday (ISO 8601).
  const thursday = ms + (3 - weekday(ms)) * DAY_MS;
  const year = iso(thursday).slice(0, 4);
  const number = 1 + Math.floor((thursday - Date.parse(`${year}-01-01`)) / (7 * DAY_MS));
  return `${year}-W${String(number).padStart(2, "0")}`;
}

/** Returns the first day of a window that is over. */
export function firstDay(name) {
  const kind = pastOf(name);
  if (kind === "a day") return name;
  if (kind === "a month") return `${name}-01`;
  const [year, number] = name.split("-W");
  const fourth = Date.parse(`${year}-01-04`);
  return iso(fourth + ((Number(number) - 1) * 7 - weekday(fourth)) * DAY_MS);
}

/** Returns the last window of a kind that is over, by what time it is. */
export function lastOver(kind, now) {
  const back = { "a day": 1, "a week": 7, "a month": new Date(now).getUTCDate() }[kind];
  return windowOf(kind, iso(now - back * DAY_MS));
}
