/** The talk of people, in the reader's language. */

import { tr } from "../reader/words.js";
import { PHRASES } from "./phrases.js";

/** Returns what was said, in the reader's language; the code of an unknown phrase. */
export const spoken = ({ text, phrase }) =>
  text || (phrase in PHRASES ? tr(PHRASES[phrase]) : phrase.replaceAll("_", " "));

/** Returns what was said here by those who are not muted. */
export const heard = ({ player, muted }) =>
  player.knowing.talk.filter((line) => !muted.has(line.player));
