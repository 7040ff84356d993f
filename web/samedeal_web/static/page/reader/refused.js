/** What people are told about error and close codes, in the terminal's words. */

import { REFUSALS } from "./said.js";
import { later, tr } from "./words.js";

const NOT_UNDERSTOOD = later(
  "This page and its server do not understand each other: load the page anew.",
);

const ERRORS = {
  ...REFUSALS,
  unreachable: later(
    "No connection came about: try again in a moment, or by another network; a proxy on the way may hold back WebSockets.",
  ),
  not_understood: NOT_UNDERSTOOD,
  name_needed: later(
    "A seat here takes a claimed name: claim yours first, under Account on the first page.",
  ),
  no_pause: later("This match counts, so its clocks do not stand."),
  paused: later("The match is paused."),
};

const NAMED = later(
  "If this goes on: a server lets in its page under names that its operator gave (SAMEDEAL_PUBLIC_URL), or by its address.",
);

const CODES = {
  4501: NOT_UNDERSTOOD,
  4502: later("The server closed the connection: too many requests."),
  4505: later("Whoever runs this server has sent you away."),
  4503: later("You play this seat from another connection now."),
};

/** Returns why something was not done. */
export function whyNot(error) {
  const why = tr(ERRORS[error?.code] ?? later("That did not work; try again."));
  if (error?.code === "banned") return `${why} ${error.error.detail}`;
  const isNamed = error?.code === "unreachable" && /[a-z]$/i.test(location.hostname);
  return isNamed ? `${why} ${tr(NAMED)}` : why;
}

/** The same, as a part of a screen. */
export const Told = ({ error }) => whyNot(error);

/** Returns why a connection was closed for good. */
export const whyGone = (code) => tr(CODES[code] ?? later("There is no way to the server."));
