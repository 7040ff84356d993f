/** The public rooms: whoever comes may sit down. */

import { GAMES } from "../../games/index.js";
import { html, useEffect, useRef, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Name, titleOf } from "../parts/names.js";
import { later, tr } from "../reader/words.js";

const EVERY_MS = 5000;
const MOST = 8;
const PHASES = {
  gathering: later("waiting"),
  countdown: later("starting"),
  playing: later("playing"),
  result: later("between matches"),
};

/** Returns rooms with those first in which one can sit down sooner. */
function inOrder(rooms) {
  const isFull = (room) => room.seats_taken >= room.seats_max;
  const isBusy = ({ phase }) => phase === "countdown" || phase === "playing";
  const known = rooms.filter(({ phase }) => phase in PHASES);
  return known.sort(
    (one, other) =>
      Number(isFull(one)) - Number(isFull(other)) || Number(isBusy(one)) - Number(isBusy(other)),
  );
}

export function Rooms({ visit }) {
  const [rooms, put] = useState([]);
  /** @type {{ current: HTMLElement | null }} */
  const place = useRef(null);
  useEffect(() => {
    // Rooms that go leave their room: a page that grew shorter would move under who reads its end.
    const { style, offsetHeight } = place.current;
    style.minHeight = `${offsetHeight}px`;
  }, [rooms]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== "visible" || visit.isBusy) return;
      visit
        .ask({ t: "rooms" })
        .then((found) => {
          visit.house.note(found);
          put(inOrder([...found.rooms]));
        })
        .catch(() => put([]));
    };
    look();
    const timer = setInterval(look, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const go = (event, room) => {
    event.preventDefault();
    visit.goTo(room);
  };
  const shown = html`<h2>${tr("Open rooms")}</h2>
    <ul class="panel rooms">${rooms.slice(0, MOST).map(
      (room) => html`<li key=${room.room}>
      <a href=${new URL(room.room, visit.base).href} onClick=${(event) => go(event, room.room)}>
        <strong>${titleOf(GAMES.get(room.game)) || room.game}</strong> <${Name}>${room.host}</${Name}>
      </a>
      <span class="second">${tr("{taken} of {most}", { taken: room.seats_taken, most: room.seats_max })} · ${tr(PHASES[room.phase])}</span>
    </li>`,
    )}</ul>`;
  return html`<section ref=${place} class="held">${rooms.length ? shown : ""}</section>`;
}
