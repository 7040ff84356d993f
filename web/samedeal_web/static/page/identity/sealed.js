/** A token on its way to another device: sealed, and the key to it in a link. */

/** As the terminal's `portable.sealed`: byte by byte with a key as long, used once. */
const mixed = (data, key) => data.map((byte, at) => byte ^ key[at]);

const toText = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const fromText = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) =>
    sign.charCodeAt(0),
  );

/** Returns a token as nobody can read it, and the key to it. */
export function sealed(token) {
  const data = new TextEncoder().encode(token);
  const key = crypto.getRandomValues(new Uint8Array(data.length));
  return { data: mixed(data, key), key: toText(key) };
}

/** Returns the token that was sealed, or null where the key is not of its length. */
export function opened(data, key) {
  const own = fromText(key);
  return own.length === data.length && data.length
    ? new TextDecoder().decode(mixed(data, own))
    : null;
}

/** Returns code and key of a link, from what is behind its `#`; null for anything else. */
export function readLink(hash) {
  const [whole, code, key] = /^#([\w-]{1,100})\.([\w-]{1,400})$/.exec(hash) ?? [];
  return whole === undefined ? null : { code, key };
}
