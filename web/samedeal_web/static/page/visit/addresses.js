/** The addresses of the page, and their meaning. */

import { GAMES } from "../../games/index.js";

const CODE = /^[2-9A-HJKMNP-TV-Z]{5}$/;

/** Returns a code as it is written, or null: what else people type is no code. */
export function readCode(text) {
  const word = text.trim().toUpperCase().split("/").at(-1).split("@")[0];
  return CODE.test(word) ? word : null;
}

/** Things that have a page one folder further down, by their ids: a match, a player, or an event. */
const DEEPER =
  /\/(?:m\/(m-[0-9a-f]{32})|player\/(p-[0-9a-f]{16})|event\/((?:[2-9A-HJKMNP-TV-Z]{7}){1,2}))$/;

/** Returns what an address says: at which of some places it is, and of what it is the page. */
export function readAddress({ pathname, href }, places) {
  const [isDeeper, match = "", whose = "", event = ""] = DEEPER.exec(pathname) ?? [];
  const rules = [...GAMES.keys()].find((key) => pathname.endsWith(`/rules/${key}`));
  const up = (rules ?? "").split("/").length;
  const base = new URL(isDeeper || rules ? "../".repeat(up) : "./", href);
  const at = rules ? "rules" : pathname.slice(base.pathname.length);
  const place = match
    ? "match"
    : whose
      ? "player"
      : event
        ? "event"
        : places.includes(at)
          ? at
          : "";
  return { match, whose, event, rules, base, place, code: readCode(at) };
}
