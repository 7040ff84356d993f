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
    /** Starts that were void since the last result. */
    this.owed = saved?.owed ?? [];
  }

  get saved() {
    return { matches: Object.fromEntries(this.matches), room: this.room, owed: this.owed };
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
      this.owed = [];
    }
  }

  /** Remembers that a start was void; what was said of it first counts. */
  noteVoid(voided) {
    this.of(voided.match).voided ??= plainVoid(voided);
    this.owed = [...new Set([...this.owed, voided.match])];
  }

  /** Remembers the board that a match began with, as it was dealt. */
  noteOpening(match, board) {
    this.of(match).opening ??= board.zones;
  }

  /** Returns the void starts that were heard of before a match. */
  voidsBefore(match) {
    const owed = this.of(match).owed ?? this.owed;
    const voids = owed.map((each) => this.matches.get(each)?.voided).filter(Boolean);
    return { voids, hasSeenVoids: voids.length === owed.length };
  }

  /** Remembers a result, and what was to be told with it. */
  noteEnded(match) {
    const known = this.of(match);
    known.owed ??= this.owed;
    this.owed = this.owed.filter((each) => !known.owed.includes(each));
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

/** Returns a void start as text alone, to be kept and compared. */
export function plainVoid({ match, commitment, why, withheld }) {
  const who = (withheld ?? []).map((each) => [each.player, each.name, hex(each.commitment)]);
  return JSON.stringify([match, hex(commitment), why, who]);
}
