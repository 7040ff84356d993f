// The rows of open rooms, look after look. Usage: node open_rooms.mjs STATIC LOOKS, each
// look being the rooms that there are. Prints the rows after each, those gone in brackets.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, looks] = process.argv.slice(2);
const at = pathToFileURL(join(folder, "page/lobby/rooms.js")).href;
const { rowsOf } = await import(at);

let rows = [];
const told = JSON.parse(looks).map((look) => {
  rows = rowsOf(
    rows,
    look.map((room) => ({ room })),
  );
  return rows.map(({ room: { room }, isGone }) => (isGone ? `(${room})` : room));
});
console.log(JSON.stringify(told));
