// Names the weeks of days, and tells their first days: reads days, one a line.

import { readFileSync } from "node:fs";

const page = new URL("../../web/samedeal_web/static/page/people/", import.meta.url);
const { firstDay, kindOf, windowOf } = await import(new URL("windows.js", page));

const days = readFileSync(0, "utf-8").trim().split("\n");
const lies = ["2024-W53", "2025-W00", "2025-13", "2025-02-30", "never", ""];
if (lies.some((name) => kindOf(name) !== undefined)) throw new Error("there is no such window");
const said = days.map((day) => {
  const week = windowOf("a week", day);
  return [week, kindOf(week), firstDay(week), windowOf("a month", day), windowOf("a day", day)];
});
console.log(JSON.stringify(said));
