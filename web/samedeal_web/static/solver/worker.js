/** Thinks beside the page: hears of one match, and tells what was possible in it. */

import { analyse } from "./analysis.js";

self.addEventListener("message", ({ data: { game, deal, seats } }) => {
  const found = analyse(game, deal, seats, (part) => self.postMessage({ part }));
  self.postMessage({ found });
});
