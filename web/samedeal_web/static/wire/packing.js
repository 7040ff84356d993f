/**
 * Messages to bytes and back: as much of msgpack as the protocol has, and no more.
 *
 * Numbers are whole or, in what a server sends, floats; maps have text keys; bytes are
 * Uint8Array. Whatever is not exactly that, or beyond a limit, is no message.
 */

export class BadFrame extends Error {}

/** The most that one frame may hold; docs/reference/messages.md says why. */
const FRAME = { bytes: 65_536, depth: 8, keys: 64, items: 256, text: 1024, bin: 32_768 };
/** The most that a record may hold. */
export const RECORD = { bytes: 1_048_576, depth: 8, keys: 64, items: 65_536, text: 1024, bin: 64 };

const reading = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const writing = new TextEncoder();

/**
 * Returns the value that some bytes stand for; throws BadFrame.
 *
 * @param {Uint8Array} bytes
 */
export function unpacked(bytes, limits = FRAME) {
  if (bytes.length > limits.bytes) throw new BadFrame("too large");
  const reader = new Reader(bytes, limits);
  const value = reader.value(0);
  if (reader.at !== bytes.length) throw new BadFrame("bytes behind it");
  return value;
}

class Reader {
  constructor(bytes, limits) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.limits = limits;
    this.at = 0;
  }

  skip(count) {
    const from = this.at;
    if (from + count > this.bytes.length) throw new BadFrame("cut short");
    this.at += count;
    return from;
  }

  number(width) {
    const at = this.skip(width);
    if (width === 1) return this.view.getUint8(at);
    if (width === 2) return this.view.getUint16(at);
    if (width === 4) return this.view.getUint32(at);
    return whole(this.view.getBigUint64(at));
  }

  signed(width) {
    const at = this.skip(width);
    if (width === 1) return this.view.getInt8(at);
    if (width === 2) return this.view.getInt16(at);
    if (width === 4) return this.view.getInt32(at);
    return whole(this.view.getBigInt64(at));
  }

  bin(size) {
    if (size > this.limits.bin) throw new BadFrame("too many bytes");
    const from = this.skip(size);
    return this.bytes.slice(from, this.at);
  }

  text(size) {
    if (size > this.limits.text) throw new BadFrame("too long a text");
    const from = this.skip(size);
    try {
      return reading.decode(this.bytes.subarray(from, this.at));
    } catch {
      throw new BadFrame("not UTF-8");
    }
  }

  list(size, depth) {
    if (size > this.limits.items || depth >= this.limits.depth) throw new BadFrame("too much");
    const items = [];
    for (let i = 0; i < size; i += 1) items.push(this.value(depth + 1));
    return items;
  }

  map(size, depth) {
    if (size > this.limits.keys || depth >= this.limits.depth) throw new BadFrame("too much");
    const made = {};
    for (let i = 0; i < size; i += 1) {
      const key = this.value(depth + 1);
      const isNew = typeof key === "string" && key !== "__proto__" && !Object.hasOwn(made, key);
      if (!isNew) throw new BadFrame("no key");
      made[key] = this.value(depth + 1);
    }
    return made;
  }

  value(depth) {
    const tag = this.number(1);
    if (tag < 0x80) return tag;
    if (tag < 0x90) return this.map(tag & 15, depth);
    if (tag < 0xa0) return this.list(tag & 15, depth);
    if (tag < 0xc0) return this.text(tag & 31);
    if (tag >= 0xe0) return tag - 256;
    switch (tag) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xc4:
        return this.bin(this.number(1));
      case 0xc5:
        return this.bin(this.number(2));
      case 0xc6:
        return this.bin(this.number(4));
      case 0xca:
        return this.view.getFloat32(this.skip(4));
      case 0xcb:
        return this.view.getFloat64(this.skip(8));
      case 0xcc:
        return this.number(1);
      case 0xcd:
        return this.number(2);
      case 0xce:
        return this.number(4);
      case 0xcf:
        return this.number(8);
      case 0xd0:
        return this.signed(1);
      case 0xd1:
        return this.signed(2);
      case 0xd2:
        return this.signed(4);
      case 0xd3:
        return this.signed(8);
      case 0xd9:
        return this.text(this.number(1));
      case 0xda:
        return this.text(this.number(2));
      case 0xdb:
        return this.text(this.number(4));
      case 0xdc:
        return this.list(this.number(2), depth);
      case 0xdd:
        return this.list(this.number(4), depth);
      case 0xde:
        return this.map(this.number(2), depth);
      case 0xdf:
        return this.map(this.number(4), depth);
      default:
        throw new BadFrame(`no value begins with ${tag}`);
    }
  }
}

function whole(number) {
  const made = Number(number);
  if (!Number.isSafeInteger(made)) throw new BadFrame("too large a number");
  return made;
}

/** Returns the shortest bytes of a value that has no number below 0. */
export function packed(value) {
  const parts = [];
  pack(value, parts);
  return joinedParts(parts);
}

function pack(value, parts) {
  if (value === null) parts.push([0xc0]);
  else if (value === true) parts.push([0xc3]);
  else if (value === false) parts.push([0xc2]);
  else if (typeof value === "number") parts.push(packedNumber(value));
  else if (typeof value === "string") {
    const bytes = writing.encode(value);
    parts.push(sized(bytes.length, 0xa0, 32, 0xd9), bytes);
  } else if (value instanceof Uint8Array) {
    parts.push(sized(value.length, 0, 0, 0xc4), value);
  } else if (Array.isArray(value)) {
    parts.push(sized(value.length, 0x90, 16, 0xdb));
    for (const item of value) pack(item, parts);
  } else if (typeof value === "object") {
    const entries = Object.entries(value);
    parts.push(sized(entries.length, 0x80, 16, 0xdd));
    for (const [key, item] of entries) {
      pack(key, parts);
      pack(item, parts);
    }
  } else throw new TypeError("a message has no such value");
}

function packedNumber(value) {
  if (!Number.isSafeInteger(value) || value < 0) throw new TypeError("no such number");
  if (value < 128) return [value];
  if (value < 256) return [0xcc, value];
  if (value < 65_536) return [0xcd, ...bigEnd(value, 2)];
  if (value < 2 ** 32) return [0xce, ...bigEnd(value, 4)];
  return [0xcf, ...bigEnd(value, 8)];
}

/** Lists and maps have no form of one byte: `tag` is then that before their first. */
function sized(size, fixed, room, tag) {
  if (size < room) return [fixed + size];
  const hasByte = tag === 0xd9 || tag === 0xc4;
  if (hasByte && size < 256) return [tag, size];
  if (size < 65_536) return [tag + 1, ...bigEnd(size, 2)];
  return [tag + 2, ...bigEnd(size, 4)];
}

export function bigEnd(value, width) {
  const bytes = [];
  for (let rest = value; bytes.length < width; rest = Math.floor(rest / 256))
    bytes.unshift(rest % 256);
  return bytes;
}

function joinedParts(parts) {
  const made = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    made.set(part, at);
    at += part.length;
  }
  return made;
}
