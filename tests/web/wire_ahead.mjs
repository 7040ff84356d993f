// What a player of the page's own client says, and in which order with what it hears, that
// enters a room with its hello; and again once its line was cut.
// Usage: node wire_ahead.mjs URL STATIC. Prints a line of JSON.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [url, folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(folder, name)).href);
const { Kept, Player, unpacked } = await load("wire/index.js");

const order = [];
const note = (way, data) => order.push(`${way} ${unpacked(new Uint8Array(data)).t}`);

class Heard extends WebSocket {
  send(data) {
    note("says", data);
    super.send(data);
  }

  set onmessage(heard) {
    super.onmessage = (event) => {
      note("hears", event.data);
      heard(event);
    };
  }
}

const player = new Player({ url, kept: new Kept(null, null, "test"), socket: Heard });
const entrance = { t: "host", game: "squares/english", public: false, seats: 1 };
await player.connect("Ann", "", entrance);
await player.enter(entrance);
const code = player.knowing.room.room;
const back = new Promise((resolve) => {
  player.listen(({ kind }) => kind === "snapshot" && resolve(player.knowing.room.room));
});
player.link.cut();
console.log(JSON.stringify({ isSame: (await back) === code, order }));
player.hangUp();
process.exit(0);
