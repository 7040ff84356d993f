/**
 * Keeps the page's files, so that lessons, practice and rules need no connection.
 *
 * It never answers for a server that can be reached: the page itself is asked for anew
 * each time, and what it names lies below a name made of all its bytes, so what is kept
 * is what would be sent. A worker that an older server left behind holds nothing back.
 * The server fills in which files there are.
 */

const BASE = "static/";
// biome-ignore format: whoever sends this puts the names there.
const FILES = [/* files */];

const { scope } = self.registration;
const OURS = `samedeal ${scope} `;
const KEPT = `${OURS}${BASE}`;

/** Fetches what there is; rejects if the server has another version by now. */
async function keep() {
  const page = await fetch("./", { cache: "no-cache" });
  if (!page.ok || !(await page.clone().text()).includes(BASE)) throw new Error("another version");
  const cache = await caches.open(KEPT);
  // One after the other: whoever begins to play meanwhile shares the line with one at most.
  for (const name of FILES) await cache.add(BASE + name);
  await cache.put("./", page);
}

/** Forgets older files, but those before these: a page that is open may still want some. */
async function forget() {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== KEPT);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

const found = async (what) => caches.match(what, { ignoreVary: true });

async function fileOf(request) {
  return (await found(request)) ?? fetch(request);
}

async function pageOf(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const page = await (await caches.open(KEPT)).match("./", { ignoreVary: true });
    if (page === undefined) throw error;
    return page;
  }
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep());
});
self.addEventListener("activate", (event) => event.waitUntil(forget()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  const path = request.url.slice(scope.length).split(/[?#]/)[0];
  if (path.startsWith("static/")) event.respondWith(fileOf(request));
  // Further down, the page would look for its files where they are not.
  else if (request.mode === "navigate" && !path.includes("/")) event.respondWith(pageOf(request));
});
