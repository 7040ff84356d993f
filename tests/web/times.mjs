// Tells spans of time to the tenth of a second: reads them in ms, one a line. And what clocks show.

import { readFileSync } from "node:fs";

const page = new URL("../../web/samedeal_web/static/page/parts/", import.meta.url);
const { clockText, exactly, leftMs } = await import(new URL("times.js", page));

const spans = readFileSync(0, "utf-8").trim().split("\n");
const clock = (phase, until) => {
  const room = { phase, until, time_limit_s: 300 };
  return clockText(leftMs({ knowing: { room }, nowMs: () => 0 }));
};
const clocks = [clock("playing", 300_400), clock("playing", 200_000), clock("gathering", 400_000)];
console.log(JSON.stringify({ spans: spans.map((ms) => exactly(Number(ms))), clocks }));
