/** The people of a record: from version 5 on beside what is under its digest. */

import { sha256 } from "../games/sha256.js";
import { isSame, lp } from "../wire/fairness.js";
import { BadFrame, packed, RECORD, unpacked } from "../wire/packing.js";

/**
 * Returns a record with its players where older versions have them, those erased without
 * a name, and whether its bytes are under its digest in the one encoding.
 *
 * @param {Uint8Array} bytes
 */
export function openedRecord(bytes) {
  const whole = unpacked(bytes, RECORD);
  const { transcript, digest, people } = whole;
  const keys = `transcript,digest${transcript?.version > 4 ? ",people" : ""}`;
  const isTrue =
    Object.keys(whole).join() === keys &&
    isSame(packed(whole), bytes) &&
    isSame(sha256(packed(transcript)), digest);
  if (people === undefined) return { transcript, isTrue };
  const seats = transcript.seats.map((seat, index) => {
    const { salt, player, name } = people.seats[index];
    if (![player, name].every((text) => typeof text === "string")) throw new BadFrame("nobody");
    return { ...seat, player, name, salt };
  });
  return { transcript: { ...transcript, seats }, isTrue };
}

/** Tells whether a seat is of somebody who was erased. */
export const isErased = ({ who, salt }) => who !== undefined && salt.length === 0;

/** Tells whether a seat's player is the one whom the record is of, or was erased. */
export const isWho = (seat) =>
  seat.who === undefined ||
  isErased(seat) ||
  isSame(sha256(lp("samedeal/who/1", seat.salt, seat.player, seat.name)), seat.who);
