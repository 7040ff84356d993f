/** The public rooms: whoever comes may sit down. */

import { GAMES } from "../../games/index.js";
import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { useHeld } from "../parts/later.js";
import { Name, titleOf } from "../parts/names.js";
import { later, tr } from "../reader/words.js";

/** How often is shown what has changed, and asked for where the server does not tell of it. */
const EVERY_MS = 5000;
/** Rows at first, and with those that came since. */
const FIRST = 8;
const MOST = 24;
/** Asked for are some more: those come first that can be joined, and later those that start soon. */
const ASKED = 50;
const PHASES = {
  gathering: later("waiting"),
  countdown: later("starting"),
  playing: later("playing"),
  result: later("between matches"),
};

/** Returns rooms in the server's order: those that can be joined now come first, and last of them those whose hosts are away. */
function asListed(rooms) {
  const isOpen = (room) => room.phase !== "playing" && room.seats_taken < room.seats_max;
  const places = rooms.map((room) => [
    isOpen(room) ? (room.host_away ? 1 : 0) : 2,
    room.room,
    room,
  ]);
  return places.sort(([a, one], [b, other]) => a - b || (one < other ? -1 : 1)).map((at) => at[2]);
}

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

/** Returns what a room does: that it waits is not said where nobody is there who does. */
const stateOf = ({ phase, host_away }) =>
  host_away && phase === "gathering" ? tr("host away") : tr(PHASES[phase]);

/**
 * Returns the rows to show: each stays where it was, for somebody may be about to press it.
 *
 * Of a room that is gone the place stays, until a new one comes; else new ones are last.
 */
export function rowsOf(before, rooms) {
  const now = new Map(rooms.map((room) => [room.room, room]));
  const isKept = new Set(before.map(({ room }) => room.room));
  const fresh = rooms.filter(({ room }) => !isKept.has(room));
  const rows = before.map(({ room, isGone }) => {
    const there = now.get(room.room);
    if (there) return { room: there, isGone: false };
    // Whoever wanted to press it has seen by now that it is gone.
    return isGone && fresh.length ? { room: fresh.shift(), isGone: false } : { room, isGone: true };
  });
  const most = before.length ? MOST : FIRST;
  for (const room of fresh.slice(0, Math.max(0, most - rows.length)))
    rows.push({ room, isGone: false });
  return rows.slice(0, rows.findLastIndex(({ isGone }) => !isGone) + 1);
}

export function Rooms({ visit }) {
  const [rows, put] = useState([]);
  const place = useHeld();
  useEffect(() => {
    let known = new Map();
    let isTold = 0;
    let canFollow = true;
    const take = (told, gone = []) => {
      visit.house.note(told);
      for (const code of gone) known.delete(code);
      for (const room of told.rooms) known.set(room.room, room);
      // More than were asked for: nobody has to keep what a server makes up.
      if (known.size > ASKED) known = new Map();
    };
    const show = () => put((before) => rowsOf(before, inOrder(asListed([...known.values()]))));
    const look = () => {
      if (document.visibilityState !== "visible" || visit.isBusy) return;
      if (Date.now() < isTold) {
        // However often it is told: whoever is about to press a row has time to see that it is gone.
        show();
        return;
      }
      visit
        .ask({ t: "rooms", most: ASKED, ...(canFollow && { follow: true }) })
        .then((found) => {
          isTold = Date.now() + (found.told_ms ?? 0) - 2 * EVERY_MS;
          known = new Map();
          take(found);
          show();
        })
        .catch(({ code }) => {
          // An older server, which knows of nobody who follows.
          if (code !== "bad_message" || !canFollow) return;
          canFollow = false;
          look();
        });
    };
    const stop = visit.player.listen(({ kind, message }) => {
      if (kind === "rooms") take(message, message.gone);
      // Another connection is told nothing.
      if (kind === "welcome") [isTold, canFollow] = [0, true];
    });
    // Nobody is about to press anything on a page that is away: it is sorted anew.
    const turn = () => (document.visibilityState === "visible" ? look() : put([]));
    look();
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener("visibilitychange", turn);
    return () => {
      stop();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", turn);
    };
  }, []);
  const go = (event, room) => {
    event.preventDefault();
    visit.goTo(room);
  };
  const row = ({ room, isGone }) => html`<li key=${room.room}>
      <a href=${isGone ? undefined : new URL(room.room, visit.base).href} onClick=${(event) => !isGone && go(event, room.room)}>
        <strong>${titleOf(GAMES.get(room.game)) || room.game}</strong> <${Name}>${room.host}</${Name}>
      </a>
      <span class="second">${isGone ? tr("closed") : html`${tr("{taken} of {most}", { taken: room.seats_taken, most: room.seats_max })} · ${stateOf(room)}`}</span>
    </li>`;
  const shown = html`<h2>${tr("Open rooms")}</h2>
    <ul class="panel rooms open-rooms">${rows.map(row)}</ul>`;
  return html`<section ref=${place} class="held">${rows.length ? shown : ""}</section>`;
}
