/** The change of the own rating by a match, or the reason that there is none. */

import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { NotDone } from "../../wire/index.js";
import { tr } from "../reader/words.js";

const LATE_ENTRIES = 5;
const AGAIN_MS = 1000;
const TIMES = 20;

/** A long one, by which the place of one is measured. */
const LONG = "0000? (+000)";

const sure = (rating) => tr("Your rating: {rating}.", { rating });
const unsure = (rating) => tr("Your rating: {rating}; ? means too few matches so far.", { rating });
const REASONS = [
  () => tr(" Not rated: you made no move."),
  () => tr(" Not rated: no other person made a move."),
];

/** What a match did to a rating: `entry` is the match in its player's history. */
function told({ before, after, plies }, mayRate) {
  if (before === null || after === null) return mayRate ? REASONS[plies ? 1 : 0]() : "";
  const change = after.rating - before.rating;
  const sign = change < 0 ? "−" : "+";
  const text = `${after.rating}${after.provisional ? "?" : ""} (${sign}${Math.abs(change)})`;
  return (after.provisional ? unsure : sure)(text);
}

/** Returns a match in the own history, null where it is not in the books yet. */
async function entryOf(player, match) {
  try {
    const { entries } = await player.ask({ t: "history", who: "", limit: LATE_ENTRIES });
    return entries.find((entry) => entry.match === match) ?? null;
  } catch (error) {
    if (!(error instanceof NotDone)) throw error;
    return null;
  }
}

/** Returns the own match in the books; null until it is there. */
function useEntry(player, match) {
  const [found, find] = useState(null);
  const isHere = player.state === "here";
  useEffect(() => {
    if (!isHere || found?.match === match) return undefined;
    let isWanted = true;
    let again = 0;
    // What ended just now is put into the books a moment later.
    const look = async (times) => {
      const entry = await entryOf(player, match);
      if (!isWanted) return;
      if (entry !== null) find(entry);
      else if (times > 0) again = setTimeout(() => look(times - 1), AGAIN_MS);
    };
    look(TIMES);
    return () => {
      isWanted = false;
      clearTimeout(again);
    };
  }, [match, isHere]);
  return found?.match === match ? found : null;
}

/** What comes has its place from the beginning, whichever of the sentences it is. */
function Change({ visit, result }) {
  const entry = useEntry(visit.player, result.match);
  const all = [sure(LONG), unsure(LONG), ...REASONS.map((each) => each())];
  return html`<div class="either rated">
    ${all.map((each) => html`<p key=${each} hidden>${each}</p>`)}
    <p role="status">${entry ? told(entry, visit.room.kind === "match" && visit.room.rated) : ""}</p>
  </div>`;
}

/** Shown to whoever was dealt in, where the match counts. */
export function Rated({ visit, result }) {
  const isOwn = result.standings.some(({ player }) => player === visit.player.id);
  return isOwn && result.rated ? html`<${Change} visit=${visit} result=${result} />` : "";
}
