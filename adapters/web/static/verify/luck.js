/** The mathematics of fair luck, with the browser's own WebCrypto: hashes, the key of all draws, draws and pins. */

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

const SPAN = 1n << 256n;
const LABEL = "scrum-table luck 1";
const PIN = 8; // hex digits
const utf8 = new TextEncoder();

/** @param {string | Bytes} data  text in UTF-8, or bytes */
export async function sha256(data) {
  const bytes = typeof data === "string" ? utf8.encode(data) : data;
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** HMAC-SHA-256. @param {Bytes} key @param {string | Bytes} data  text in UTF-8, or bytes */
async function hmac(key, data) {
  const bytes = typeof data === "string" ? utf8.encode(data) : data;
  return new Uint8Array(await crypto.subtle.sign("HMAC", await imported(key), bytes));
}

/** @type {WeakMap<Bytes, Promise<CryptoKey>>} a game signs hundreds of times with one key */
const keys = new WeakMap();

/** @param {Bytes} key */
function imported(key) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const found = keys.get(key) ?? crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  keys.set(key, found);
  return found;
}

/** @param {Bytes} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The 32 bytes of a seed; null if it isn't one. @param {string} text */
export function seedBytes(text) {
  if (!/^[0-9a-f]{64}$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * What all draws come from.
 *
 * @param {Bytes} seed
 * @param {string} table  its id, or the name of the dice that it shares with others
 * @param {string[]} luck  of everybody
 */
export async function keyOf(seed, table, luck) {
  return luck.length ? hmac(seed, [LABEL, table, ...luck].join("\n")) : seed;
}

/**
 * A draw: a number from 0 to below-1, each equally likely.
 *
 * @param {Bytes} key
 * @param {number | string} draw  its number, from 0, or its name where dice are shared
 * @param {bigint} below
 */
export async function drawn(key, draw, below) {
  if (below < 1n || below > SPAN) throw new RangeError(`cannot draw one of ${below} numbers`);
  let digest = await hmac(key, typeof draw === "string" ? `draw ${draw}` : asBytes(draw));
  while (asNumber(digest) >= SPAN - (SPAN % below)) digest = await hmac(key, digest);
  return asNumber(digest) % below;
}

/** @param {number} number */
function asBytes(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/** @param {Bytes} bytes */
function asNumber(bytes) {
  return BigInt(`0x${hex(bytes)}`);
}

/** The digits that pin everything up to an event. @param {Bytes} seed @param {string} hash  of the event */
export async function pinOf(seed, hash) {
  return hex(await hmac(seed, hash)).slice(0, PIN);
}
