/** The way to a seat in a room that is looked at. */

import { look } from "../visit/coming.js";

/** The own seat that another page of this browser, or an earlier one, has taken. */
export function ownSeat({ player, room }) {
  const { knowing, id } = player;
  if (!knowing.isWatching) return null;
  return room?.seats.find((seat) => seat.player === id) ?? null;
}

/** Looks as whoever one was before, if there is a way. */
async function lookAgain(visit) {
  try {
    await visit.player.connect(visit.kept.name, visit.code);
    await look(visit);
  } catch (error) {
    if (error.code === undefined) throw error;
  }
}

/** Sits down under a name, and is ready. */
export const sitDown = (visit, name) =>
  visit.doing(async () => {
    const { player, code } = visit;
    const entrance = { t: "join", room: code, back: false };
    try {
      await visit.be(name, entrance);
    } catch (error) {
      await lookAgain(visit);
      throw error;
    }
    await player.enter(entrance);
    await visit.seated();
    await player.ready();
  });

/** Plays on from the own seat, which another page may have had. */
export const takeUp = (visit) =>
  visit.doing(async () => {
    await visit.player.join(visit.code, true);
    await visit.seated();
  });
