// What an operator says, as the page takes it from a message and picks it for a reader.
// Usage: node said.mjs STATIC. Prints a line of JSON.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(folder, name)).href);
const { Kept, Player } = await load("wire/index.js");
const { saidIn } = await load("page/parts/notices.js");

const drawer = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
const player = new Player({ url: "ws://127.0.0.1:9", kept: new Kept(drawer, drawer, "test") });
const [en, es, fr] = ["Back at nine.", "Volvemos a las nueve.", "De retour."];

const service = { t: "service", state: "ok", within_ms: null };
player.serve({ ...service, reason: "storm", no: 3, en: "", "es-MX": es, fr });
const { announced } = player;
// Nothing new is said by it: what was said still holds.
player.serve(service);

console.log(
  JSON.stringify({
    announced,
    stays: player.announced === announced,
    own: saidIn("es", { en, es }),
    region: saidIn("es", { en, "es-MX": es }),
    english: saidIn("es", { fr, en }),
    any: saidIn("es", { fr }),
    none: saidIn("es", {}),
  }),
);
