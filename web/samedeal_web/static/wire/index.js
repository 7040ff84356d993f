/** The protocol's client in plain modules: see docs/howto/write-a-client-in-javascript.md. */

export { NotDone } from "./exchange.js";
export { Kept, keptHere } from "./kept.js";
export { digestOf, Knowing } from "./knowing.js";
export { BadFrame, packed, unpacked } from "./packing.js";
export { Player } from "./player.js";
