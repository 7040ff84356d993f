// Tells spans of time to the tenth of a second: reads them in ms, one a line.

import { readFileSync } from "node:fs";

const page = new URL("../../web/samedeal_web/static/page/parts/", import.meta.url);
const { exactly } = await import(new URL("times.js", page));

const spans = readFileSync(0, "utf-8").trim().split("\n");
console.log(JSON.stringify(spans.map((ms) => exactly(Number(ms)))));
