// Whether the socket that a page opened before its code was there is taken, and if not, ended.
// Usage: node wire_line.mjs STATIC. Prints a line of JSON.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { Link } = await import(pathToFileURL(join(process.argv[2], "wire/link.js")).href);

const URL_WANTED = "wss://play.example/play/7KQ4P";

class Socket {
  constructor(url) {
    this.url = url;
    this.readyState = 1;
    this.since = Date.now();
    this.isEnded = false;
  }
  close() {
    this.isEnded = true;
  }
}

function came(changes) {
  const line = Object.assign(new Socket(URL_WANTED), changes);
  globalThis["samedeal line"] = line;
  const link = new Link(URL_WANTED, { opened: () => {} }, Socket);
  return [link.socket === line, line.isEnded];
}

const told = {
  young: came({}),
  old: came({ since: Date.now() - 3_000 }),
  elsewhere: came({ url: "wss://play.example/play/HYWJB" }),
};
console.log(JSON.stringify(told));
