// Two players of the page's own client come together at their room's path, and race.
// Usage: node wire_meet.mjs URL STATIC. Prints a line of JSON.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [url, folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(folder, name)).href);
const { Kept, Player } = await load("wire/index.js");

const CELLS = [1, 2, 3, 4, 5].flatMap((row) => [..."abcde"].map((column) => `${column}${row}`));

function made() {
  const kept = new Map();
  const drawer = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
  return new Player({ url, kept: new Kept(drawer, drawer, "test"), socket: WebSocket });
}

const until = (player, is) => new Promise((resolve) => {
  const look = () => {
    if (!is(player)) return;
    stop();
    resolve();
  };
  const stop = player.listen(look);
  look();
});

const away = [];
function noted(player) {
  player.listen(({ kind, update }) => {
    if (kind === "away" || kind === "gone") away.push(kind);
    if (kind === "seat" && !update.seat.present) away.push(update.seat.name);
  });
  return player;
}

const host = noted(made());
const guest = noted(made());
await host.connect("Ann");
await host.host({ game: "squares/english", public: false, seats: 2, rated: false });
// Asked and commanded at once, while it goes over.
const asked = host.ask({ t: "rooms" });
const code = host.knowing.room.room;
await guest.connect("Bob", code);
await guest.join(code);
await Promise.all([host.ready(), guest.ready(), asked]);
const players = [host, guest];
await Promise.all(players.map((each) => until(each, ({ knowing }) => knowing.mayMove && knowing.board !== null)));
for (const cell of CELLS) await Promise.all(players.map((each) => each.move(cell)));
await Promise.all(players.map((each) => until(each, ({ knowing }) => knowing.room.result !== null)));
const plies = host.knowing.room.result.standings.map((each) => each.plies);
console.log(JSON.stringify({ code, plies, away, links: players.map(({ link }) => link.room) }));
for (const each of players) each.hangUp();
process.exit(0);
