/**
 * Opens the line of a room's page, while all that speaks over it is still fetched or read.
 *
 * It stands in the page itself, and imports nothing. Whoever connects takes the line, if it
 * is the one that is wanted.
 */

{
  const [, base, code] = /^(.*\/)([2-9A-HJKMNP-TV-Z]{5})$/i.exec(location.pathname) ?? [];
  if (code) {
    const there = `${location.origin.replace("http", "ws")}${base}play/${code.toUpperCase()}`;
    const line = new WebSocket(there, ["samedeal.v1.msgpack"]);
    /** @type {any} */ (window)["samedeal line"] = Object.assign(line, { since: Date.now() });
  }
}
