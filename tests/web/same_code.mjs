// Says which modules mean something else as they are sent.
// Arguments: pairs of files; needs --expose-internals, for Node's own parser.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const acorn = createRequire(import.meta.url)("internal/deps/acorn/acorn/dist/acorn");

/** Returns a part of a tree; where it stands, and what indents HTML, mean nothing. */
function meant(key, value) {
  if (key === "start" || key === "end") return undefined;
  return key === "raw" || key === "cooked" ? value.replace(/\n[ \t]+/g, "\n") : value;
}

/** Returns what a file means. */
function meaning(path) {
  const tree = acorn.parse(readFileSync(path, "utf-8"), { ecmaVersion: "latest", sourceType: "module" });
  return JSON.stringify(tree, meant);
}

const paths = process.argv.slice(2);
const others = [];
for (let n = 0; n < paths.length; n += 2) if (meaning(paths[n]) !== meaning(paths[n + 1])) others.push(paths[n]);
console.log(JSON.stringify(others));
