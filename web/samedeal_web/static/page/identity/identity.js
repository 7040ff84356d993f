/** The player at this page: somebody else, with another token, or nobody any more. */

import { NotDone } from "../../wire/index.js";

/** Is whoever a file of an account says; rejects, as who one was, if nobody is. */
export async function become(visit, { name, token }) {
  const { kept } = visit;
  const [before, called] = [kept.token, kept.name];
  await greetAs(visit, token, name);
  if (kept.token === token) {
    kept.name = visit.player.name;
    return;
  }
  await greetAs(visit, before, called);
  throw new NotDone("bad_token");
}

/** Has another token from now on: the one before ends when this one is used. */
export async function changeToken(visit) {
  const { token } = await visit.ask({ t: "rotate" });
  await greetAs(visit, token, visit.kept.name);
}

/** Deletes who one is, and begins anew. */
export async function deleteAccount(visit) {
  await visit.ask({ t: "revoke" });
  await greetAs(visit, null, null);
}

async function greetAs(visit, token, name) {
  const { kept, player } = visit;
  player.hangUp();
  player.knowing.leave();
  Object.assign(kept, { token, name, resume: null, room: null });
  visit.lastRoom = null;
  await player.connect(name);
}
