/** One WebSocket that carries the protocol's messages, both ways and in order. */

import { BadFrame, packed, unpacked } from "./packing.js";

export const SUBPROTOCOL = "samedeal.v1.msgpack";
const ABNORMAL = 1006;

/** How long a socket may have been open without a hello; a server waits four seconds. */
const SILENT_MS = 2500;

/** Tells whether to come back after a connection ended with a code. */
export const meansComeBack = (code) => code < 4500 || code > 4999;

/**
 * Returns the socket that a page has opened before its code was there, if it leads to where
 * one is wanted; it is taken once.
 */
function taken(url) {
  const page = /** @type {any} */ (globalThis);
  const line = page["samedeal line"];
  page["samedeal line"] = null;
  const fits = line?.url === url && line.readyState <= WebSocket.OPEN;
  if (fits && Date.now() - line.since < SILENT_MS) return line;
  line?.close();
  return null;
}

export class Link {
  /**
   * @param {string} url
   * @param {{opened: () => void, heard: (message: object) => void, lost: (code: number) => void}} to
   * @param {typeof WebSocket} kind
   */
  constructor(url, to, kind = WebSocket) {
    this.to = to;
    this.socket = taken(url) ?? new kind(url, [SUBPROTOCOL]);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => {
      this.isOpen = true;
      to.opened();
    };
    // It was open before anybody heard of it; whoever made this does not have it yet.
    if (this.socket.readyState === 1) queueMicrotask(this.socket.onopen);
    this.socket.onmessage = ({ data }) => this.take(data);
    this.socket.onclose = ({ code }) => this.end(code);
    this.socket.onerror = () => {};
    /** The code of the room whose path it goes by; empty for the server's own. */
    this.room = "";
    /** Whether it was let in by whatever is at that path. */
    this.isOpen = false;
    /** Whether no better way was found when one was looked for. */
    this.stays = false;
  }

  take(data) {
    if (this.to === null) return;
    let message;
    try {
      if (!(data instanceof ArrayBuffer)) throw new BadFrame("not binary");
      message = unpacked(new Uint8Array(data));
    } catch (error) {
      if (!(error instanceof BadFrame)) throw error;
      this.cut(ABNORMAL);
      return;
    }
    this.to.heard(message);
  }

  send(message) {
    if (this.socket.readyState === 1) this.socket.send(packed(message));
  }

  /** Ends it from here: nothing more is told of it but that it is lost. */
  cut(code = ABNORMAL) {
    this.socket.close();
    this.end(code);
  }

  /** Hangs up, and tells nobody. */
  close() {
    this.to = null;
    this.socket.close();
  }

  end(code) {
    const { to } = this;
    this.to = null;
    to?.lost(code);
  }
}
