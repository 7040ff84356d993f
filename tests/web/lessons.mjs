// Plays every lesson of the page by its rules: prints what each comes to.
// Arguments: the folder of the page's modules.

import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const load = (name) => import(new URL(name, folder));
const { GAMES } = await load("games/index.js");
const { dealFromSeed } = await load("games/deals.js");
const { fromHex } = await load("wire/fairness.js");

const told = {};
for (const language of ["en", "es"]) {
  const { LESSONS } = await load(`lessons/${language}.js`);
  told[language] = Object.entries(LESSONS).map(([key, { seed, steps }]) => {
    const game = GAMES.get(key);
    let position = game.setup(dealFromSeed(fromHex(seed), game.about.packs));
    for (const { move } of steps.slice(game.ply(position))) position = game.apply(position, move);
    return [key, steps.length, game.ply(position), game.score(position)];
  });
}
console.log(JSON.stringify(told));
