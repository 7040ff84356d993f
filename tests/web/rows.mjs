// Where the names in tables lead: those of somebody, and of somebody who was erased.
// Usage: node rows.mjs STATIC. Prints a line of JSON.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { Called, Player } = await import(pathToFileURL(join(folder, "page/parts/rows.js")).href);

/** Returns where the links in what is shown lead. */
function leads(shown) {
  if (Array.isArray(shown)) return shown.flatMap(leads);
  if (typeof shown?.type === "function") return leads(shown.type(shown.props));
  return shown?.type === "a" ? [shown.props.href] : leads(shown?.props?.children ?? []);
}

const linkTo = (player) => `player/${player}`;
const inTables = (name) => [
  leads(Player({ name, to: linkTo("p-1") })),
  leads(Called({ row: { player: "p-1", name, bot: false }, own: "p-2", linkTo })),
];
console.log(JSON.stringify({ ann: inTables("Ann"), erased: inTables("") }));
