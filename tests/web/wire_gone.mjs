// What the page's client still knows of a room that its server has not got any more.
// Usage: node wire_gone.mjs STATIC. Prints a line of JSON: by phase, the seat and what
// came of a command that nobody had answered.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const load = (name) => import(pathToFileURL(join(process.argv[2], name)).href);
const { Kept, Player } = await load("wire/index.js");

const drawer = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
const gone = { t: "heartbeat", now: 1_000, offset: 0, ply: 0, digest: new Uint8Array() };

async function after(phase) {
  const player = new Player({
    url: "ws://localhost/",
    kept: new Kept(drawer, drawer, "test"),
    socket: WebSocket,
  });
  const seats = [{ seat: 0, player: "p-ann", name: "Ann", play: null }];
  const room = { room: "7KQ4P", epoch: 1, phase, started: 1_000, result: null, seats };
  player.knowing.start({ room, board: null, seat: 0, offset: 9, n: 2 });
  const told = player.exchange.command({ t: "say", words: "gg" }).then(
    () => "done",
    ({ code }) => code,
  );
  player.compare(gone);
  const waits = new Promise((resolve) => setTimeout(() => resolve("waits"), 0));
  return [player.knowing.seat, await Promise.race([told, waits])];
}

const phases = ["result", "closed"];
const known = await Promise.all(phases.map(after));
console.log(JSON.stringify(Object.fromEntries(phases.map((phase, k) => [phase, known[k]]))));
process.exit(0);
