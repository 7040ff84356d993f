/**
 * SHA-256 and HMAC, at once and everywhere.
 *
 * `crypto.subtle` is there on secure pages only, and a table in the house may be
 * reached by plain http.
 */

const BLOCK = 64;

/** The first 32 bits of the fractional parts of roots of primes. */
const [ROUNDS, START] = (() => {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  const fraction = (/** @type {number} */ x) => ((x % 1) * 2 ** 32) | 0;
  return [
    Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  ];
})();

/**
 * Return a word turned to the right.
 *
 * @param {number} word
 * @param {number} by
 */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * Return the SHA-256 of some bytes.
 *
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function sha256(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, bytes.length * 8);
  const state = Int32Array.from(START);
  for (let at = 0; at < whole.length; at += BLOCK) mixIn(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

/**
 * Return the HMAC-SHA-256 of some bytes.
 *
 * @param {Uint8Array} key
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function hmac(key, bytes) {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = joined(
    padded.map((byte) => byte ^ 0x36),
    bytes,
  );
  return sha256(
    joined(
      padded.map((byte) => byte ^ 0x5c),
      sha256(inner),
    ),
  );
}

/**
 * Return bytes one after another.
 *
 * @param {...Uint8Array} parts
 * @returns {Uint8Array}
 */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const words = new Int32Array(64);

/**
 * Mix a block into the state.
 *
 * @param {Int32Array} state
 * @param {DataView} view
 * @param {number} at
 */
function mixIn(state, view, at) {
  const word = (/** @type {number} */ index) => words[index] ?? 0;
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const [old, late] = [word(i - 15), word(i - 2)];
    const low = turned(old, 7) ^ turned(old, 18) ^ (old >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = word(i - 16) + low + word(i - 7) + high;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const choice = (e & f) ^ (~e & g);
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + mixed + choice + (ROUNDS[i] ?? 0) + word(i)) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, index) => {
    state[index] = (state[index] ?? 0) + value;
  });
}
