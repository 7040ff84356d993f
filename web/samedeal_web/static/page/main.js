/** The page begins here. */

import { html, render } from "../vendor/htm-preact-3.1.1.js";
import { App, SCREENS } from "./app.js";
import { showLooks } from "./reader/looks.js";
import { chooseLanguage } from "./reader/words.js";
import { Visit } from "./visit/visit.js";

showLooks();
await chooseLanguage(new URLSearchParams(location.search).get("language"));
const visit = new Visit(SCREENS);
const page = document.getElementById("page");
page.replaceChildren();
render(html`<${App} visit=${visit} />`, page);
visit.begin();

// A phone that slept, or a network that is there again: no need to wait any longer.
addEventListener("online", () => visit.player.tryNow());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") visit.player.tryNow();
});
// What was fetched is kept for a time without a connection, where the browser does that.
addEventListener("load", () => {
  navigator.serviceWorker
    ?.register(new URL("worker.js", visit.base), { updateViaCache: "none" })
    .catch(() => {});
});
addEventListener("popstate", () => location.reload());
