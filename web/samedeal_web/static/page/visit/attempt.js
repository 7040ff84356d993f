/** The one attempt that everybody has at a given deal. */

/** Begins it, or goes on with it; `entrance` is the request that says at which deal. */
export const attempt = (visit, name, entrance) =>
  visit.doing(async () => {
    const { player } = visit;
    await visit.be(name, entrance);
    await player.enter(entrance);
    await visit.seated();
    if (player.knowing.own?.ready === false) await player.ready();
  });
