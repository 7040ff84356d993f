// Says which modules tell something else where they are together.
// Arguments: the folder of modules by themselves, then the file that has all of them.

import { resolve } from "node:path";

const [folder, whole] = process.argv.slice(2);
const { $modules } = await import(resolve(whole));

/** Returns what each name stands for, as far as it can be compared. */
const told = (module) =>
  Object.entries(module)
    .map(([name, value]) => [name, typeof value, value?.name, value?.length, value?.size].join(" "))
    .sort();

const others = [];
for (const [name, together] of Object.entries($modules)) {
  const alone = told(await import(resolve(folder, name)));
  if (alone.join() !== told(together).join()) others.push(name);
}
console.log(JSON.stringify([Object.keys($modules).length, others]));
