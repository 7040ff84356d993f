// Says which modules mean something else without the comments that were taken out.
// Arguments: pairs of files; needs --expose-internals, for Node's own parser.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const acorn = createRequire(import.meta.url)("internal/deps/acorn/acorn/dist/acorn");

/** Returns what a file means, without where it stands in it. */
function meaning(path) {
  const tree = acorn.parse(readFileSync(path, "utf-8"), { ecmaVersion: "latest", sourceType: "module" });
  return JSON.stringify(tree, (key, value) => (key === "start" || key === "end" ? undefined : value));
}

const paths = process.argv.slice(2);
const others = [];
for (let n = 0; n < paths.length; n += 2) if (meaning(paths[n]) !== meaning(paths[n + 1])) others.push(paths[n]);
console.log(JSON.stringify(others));
