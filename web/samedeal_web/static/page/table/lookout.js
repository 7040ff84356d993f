/**
 * The boards of a match, for who sits in the room and does not play in it any more.
 *
 * A server shows boards to who watches and to no seat. So the same player watches over
 * another connection, and is shown what anybody is who watches: nothing that could help
 * those who still play.
 */

import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Kept, Player } from "../../wire/index.js";
import { Watched } from "../others/watched.js";
import { whyNot } from "../reader/refused.js";
import { tr } from "../reader/words.js";

/** Returns the same player for another connection, which is still to be made. */
function beside({ url, kept: { token }, language }) {
  const kept = new Kept(null, null, "");
  kept.token = token;
  return new Player({ url, kept, language });
}

export function Lookout({ visit }) {
  const [eyes] = useState(() => beside(visit.player));
  const [refused, refuse] = useState(null);
  const [, draw] = useState(0);
  const { room } = visit.room;
  useEffect(() => {
    const stop = eyes.listen(() => draw((n) => n + 1));
    eyes
      .connect()
      .then(() => eyes.watch(room))
      .catch((error) => {
        if (error.code === undefined) throw error;
        refuse(error);
      });
    return () => {
      stop();
      eyes.hangUp();
    };
  }, [eyes, room]);
  if (refused !== null) return html`<p class="wrong" role="alert">${whyNot(refused)}</p>`;
  if (!eyes.knowing.watched.size) return html`<p role="status">${tr("Looking...")}</p>`;
  return html`<${Watched} visit=${visit} eyes=${eyes} />`;
}
