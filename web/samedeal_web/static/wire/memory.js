/**
 * What was seen of matches, whatever is said of them later; the first time counts.
 *
 * It outlives the page: `saved` is what a reload takes up.
 */

import { fromHex, hex, commitmentToNonce, NONCE_BYTES, randomBytes } from "./fairness.js";

const MOST = 20;

export class Memory {
  /** @param {object | null} saved what `saved` returned before */
  constructor(saved = null) {
    /** By match: the own nonce, what was announced, what all were committed to. */
    this.matches = new Map(Object.entries(saved?.matches ?? {}));
    this.room = saved?.room ?? null;
  }

  get saved() {
    return { matches: Object.fromEntries(this.matches), room: this.room };
  }

  of(match) {
    if (!this.matches.has(match)) {
      this.matches.set(match, {});
      // In order of time: what is forgotten is the oldest.
      while (this.matches.size > MOST) this.matches.delete(this.matches.keys().next().value);
    }
    return this.matches.get(match);
  }

  /** Remembers what a match was opened with. */
  noteOpened(opened) {
    const known = this.of(opened.id);
    known.announced ??= hex(opened.commitment);
    known.deal ??= opened.deal ?? "";
  }

  /** Remembers how a room began to be played. */
  noteRoom(room) {
    if (this.room?.code !== room.room) {
      this.room = { code: room.room, kind: room.kind ?? "match", origin: room.origin ?? "" };
    }
  }

  /** Remembers that a start was void. */
  noteVoid(voided) {
    this.of(voided.match).isVoid = true;
  }

  /** Returns the commitment to the own nonce for a match, fresh the first time. */
  commitTo(match, player) {
    const known = this.of(match);
    known.nonce ??= hex(randomBytes(NONCE_BYTES));
    return commitmentToNonce(match, player, fromHex(known.nonce));
  }

  /** Returns the own nonce for a match, null if there is none. */
  nonceFor(match) {
    const digits = this.matches.get(match)?.nonce;
    return digits === undefined ? null : fromHex(digits);
  }

  /** Remembers what everybody is committed to when the own nonce is sent. */
  noteRevealed(room) {
    const known = this.of(room.next_match.id);
    known.committed ??= Object.fromEntries(
      room.seats.map((seat) => [seat.player, hex(seat.commitment ?? new Uint8Array())]),
    );
    known.isSent = true;
  }
}
