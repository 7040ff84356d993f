/** The way to the room of the page's address, and the turns after a seat is lost. */

/** Takes up the room of the address: the own seat there, or a look at it. */
export function begin(visit) {
  const { code, kept, player } = visit;
  if (code === null) return Promise.resolve();
  return visit.doing(async () => {
    const t = kept.room === code ? "join" : "watch";
    const entrance = { t, room: code, back: t === "join" };
    await player.connect(kept.name, code, entrance);
    if (t === "join" && (await comeBack(visit, entrance))) return;
    await look(visit, entrance);
  });
}

async function comeBack(visit, entrance) {
  const { player } = visit;
  try {
    await player.enter(entrance);
    if (visit.room.phase !== "closed" && player.knowing.seat !== null) return true;
    if (visit.room.result !== null) return true;
  } catch (error) {
    if (error.code === undefined) throw error;
  }
  visit.kept.room = null;
  return false;
}

/** Looks at the room without a seat, as far as it may be looked at; `entrance` may be asked already. */
export async function look(visit, entrance = null) {
  visit.isClosed = false;
  try {
    if (entrance?.t === "watch") await visit.player.enter(entrance);
    else await visit.player.watch(visit.code);
  } catch (error) {
    if (error.code !== "unknown_room") throw error;
    await feel(visit);
  }
}

/** Finds out whether a room that cannot be seen into is there: a way back says so. */
async function feel(visit) {
  try {
    await visit.player.join(visit.code, true);
    await visit.seated();
  } catch (error) {
    if (error.code !== "not_seated") throw error;
    visit.isClosed = true;
  }
}

/** Goes on looking at a room in which the own seat was lost, and says why. */
export function noteLost(visit, { kind, update }) {
  const { knowing, id } = visit.player;
  if (update?.player === id) knowing.isWatching = false;
  if (knowing.seat !== null || knowing.isWatching || visit.isBusy) return;
  visit.kept.room = null;
  visit.lost = kind === "unseated" ? "away" : (update.why ?? "away");
  if (visit.room?.phase !== "closed") visit.doing(() => look(visit));
}
