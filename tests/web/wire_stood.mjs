// What the page's client still knows of its own moves after snapshots of several kinds.
// Usage: node wire_stood.mjs STATIC. Prints a line of JSON: how many moves, by snapshot.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { Knowing } = await import(pathToFileURL(join(process.argv[2], "wire/knowing.js")).href);

const board = { ply: 2, score: 0, zones: {} };
const playing = { room: "7KQ4P", epoch: 1, phase: "playing", started: 1_000, result: null, seats: [] };
const snapshot = (room, more = {}) => ({ room: { ...playing, ...room }, board, seat: 0, offset: 9, n: 2, ...more });

const later = {
  "clocks stood": snapshot({ started: 61_000 }),
  "it ended": snapshot({ phase: "result", result: { match: "m-1" } }),
  "another ended": snapshot({ phase: "result", result: { match: "m-2" } }),
  "another is played": snapshot({ started: 90_000 }, { board: null }),
  "another room": snapshot({ room: "HYWJB" }),
};
const known = Object.entries(later).map(([name, then]) => {
  const knowing = new Knowing();
  knowing.start(snapshot({}));
  knowing.opening = { match: "m-1", board };
  knowing.made.set(0, "a1").set(1, "b1");
  knowing.start(then);
  return [name, knowing.made.size];
});
console.log(JSON.stringify(Object.fromEntries(known)));
