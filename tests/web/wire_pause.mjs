// A player of the page's own client pauses a match alone, and goes on.
// Usage: node wire_pause.mjs URL STATIC. Prints a line of JSON.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [url, folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(folder, name)).href);
const { Kept, Player } = await load("wire/index.js");
const { leftMs } = await load("page/parts/times.js");

const kept = new Map();
const drawer = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};

const player = new Player({ url, kept: new Kept(drawer, drawer, "test"), socket: WebSocket });
const until = (is) => new Promise((resolve) => {
  const look = () => {
    if (!is(player.knowing)) return;
    stop();
    resolve();
  };
  const stop = player.listen(look);
  look();
});

await player.connect("Ann");
await player.host({ game: "squares/english", public: false, seats: 1, rated: false });
await player.ready();
await until((knowing) => knowing.mayMove && knowing.board !== null);
await player.pause();
await until(({ room }) => (room.pause?.since ?? null) !== null);
const left = leftMs(player);
const said = await player.move("a1").then(() => "moved", ({ code }) => code);
const stands = leftMs(player) === left;
await player.goOn();
await until(({ room }) => room.pause === null);
const then = await player.move("a1").then(() => "moved", ({ code }) => code);
player.lost(player.link, 1006);
const heardLast = leftMs(player);
await new Promise((resolve) => setTimeout(resolve, 10));
const standsAlone = player.state === "away" && leftMs(player) === heardLast;
console.log(JSON.stringify({ said, stands, then, standsAlone }));
player.hangUp();
process.exit(0);
