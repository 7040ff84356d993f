// Connections of the page's own client that say hello and then nothing but heartbeats.
// Usage: node idle_pages.mjs URL STATIC COUNT WARM_UP. Says "warm" after the first of
// them, goes on at the first line that it reads, says "all", and ends with its input.

import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [url, folder, count, warmUp] = process.argv.slice(2);
const { Kept, Player } = await import(pathToFileURL(join(folder, "wire/index.js")).href);
const AT_ONCE = 20;

const come = (name) => {
  const player = new Player({ url, kept: new Kept(null, null, name), socket: WebSocket });
  return player.connect(name);
};

async function all(number, what) {
  for (let at = 0; at < number; at += AT_ONCE) {
    const some = Math.min(AT_ONCE, number - at);
    await Promise.all(Array.from({ length: some }, (_, k) => come(`${what} ${at + k}`)));
  }
}

await all(Number(warmUp), "warm");
console.log("warm");
await once(process.stdin, "data");
await all(Number(count), "idle");
console.log("all");
await once(process.stdin, "end");
process.exit(0);
