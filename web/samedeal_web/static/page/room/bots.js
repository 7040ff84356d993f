/** A button that brings a bot of the house. */

import { html, useEffect } from "../../vendor/htm-preact-3.1.1.js";
import { tr } from "../reader/words.js";

const LOOKED_EVERY_MS = 10_000;

/** Brings a bot into the own room, where there is a house and a seat. */
export function Bots({ visit }) {
  const { house, player, room } = visit;
  const isFree = room.seats.length < room.seats_max && player.knowing.own !== null;
  const isOpen = isFree && room.kind === "match" && !room.named_only && room.phase !== "closed";
  useEffect(() => {
    if (!isOpen) return undefined;
    const look = () =>
      visit
        .ask({ t: "rooms" })
        .then((found) => house.note(found))
        .catch(() => {});
    look();
    const timer = setInterval(look, LOOKED_EVERY_MS);
    return () => clearInterval(timer);
  }, [isOpen]);
  if (house.called !== null) return html`<p role="status">${tr("Bots are on their way ...")}</p>`;
  const why = house.areMissing
    ? html`<p class="wrong" role="alert">
    ${tr("No bot came: whoever offers them may have stopped. People may still come.")}
  </p>`
    : "";
  if (!isOpen || house.free === null) return why;
  const bring = () => visit.doing(() => house.call(1));
  return html`${why}<button class="quiet" disabled=${visit.isBusy} onClick=${bring}>${tr("Bring a bot")}</button>`;
}
