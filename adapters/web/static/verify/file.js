/**
 * Reads an exported game. Hashes cover the file's own texts, so a number keeps the text it has there: JavaScript would
 * turn `600.0` into `600`. docs/exports.md describes the format.
 *
 * @typedef {{below: bigint, value: bigint, name: string}} ListedDraw  it has a name where dice are shared
 * @typedef {{sequence: number, at: string, drawn: number, hash: string | null, payload: Record<string, any> | null,
 *   text: string, seat: number | null, move: string | null, draws: ListedDraw[] | null}} GameEvent
 *   `text` and `move` are JSON as it was hashed
 * @typedef {{format: string, table: string, game: string, seats: number, options: Record<string, unknown>,
 *   seed: string | null, events: GameEvent[]}} Game
 */

import { t } from "../language.js";


const FORMAT = "scrum-table game 2";
const GAME_RUNS = t("The game was still running when this file was made. Export it again once it’s over.");
const ROUND_RUNS =
  t("Other teams still played with the same dice when this file was made. Export it again when the last team is done.");
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const MAX_BELOW = 78; // digits of 2 to the power of 256

/** The file isn't an exported game; the message says why. */
export class BadFile extends Error {}

/** @param {string} text @returns {Game} */
export function readGame(text) {
  const file = parsed(text);
  must(file?.format === FORMAT, t("This isn’t an exported game: its format isn’t “{format}”.", { format: FORMAT }));
  must(typeof file.table === "string" && typeof file.game === "string", t("This file doesn’t say which game it is."));
  must(Array.isArray(file.events) && isObject(file.options), t("This file has no events."));
  const isOver = file.events.at(-1)?.payload?.kind === "table.closed";
  must(file.seed, isOver && file.events[1]?.payload?.dice ? ROUND_RUNS : GAME_RUNS);
  const events = parts(members(compact(text)).get("events") ?? "");
  return { ...file, seed: String(file.seed), events: events.map(readEvent) };
}

/** @param {string} text @param {number} index @returns {GameEvent} */
function readEvent(text, index) {
  const event = JSON.parse(text);
  const counted = Number.isInteger(event?.sequence) && Number.isInteger(event?.drawn);
  const sound = counted && typeof event.at === "number" && isObject(event.payload ?? {});
  must(sound, t("Line {number} of the events isn’t an event.", { number: index + 1 }));
  const texts = members(text);
  const hasMove = isObject(event.move);
  return {
    ...event,
    at: texts.get("at"),
    payload: event.payload ?? null,
    text: texts.get("payload") ?? "",
    seat: event.seat ?? null,
    move: hasMove ? texts.get("move") : null,
    draws: texts.has("draws") ? parts(texts.get("draws") ?? "").map(readDraw) : null,
  };
}

/** @param {string} text @returns {ListedDraw} */
function readDraw(text) {
  const [below = "", value = "", name = '""', ...more] = parts(text);
  const sound = [below, value].every((number) => /^\d+$/.test(number) && number.length < MAX_BELOW);
  must(sound && below !== "0" && name.startsWith('"') && !more.length, t("“{text}” isn’t a draw.", { text: text.slice(0, 40) }));
  return { below: BigInt(below), value: BigInt(value), name: JSON.parse(name) };
}

// --- JSON with its texts --------------------------------------------------------------------------------------------

/** @param {string} text */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    const colons = (text.match(TOKEN) ?? []).filter((token) => token === ":");
    must(names(value) === colons.length, t("This file has the same name twice in one place."));
    return value;
  } catch (fault) {
    throw fault instanceof BadFile ? fault : new BadFile(t("This isn’t an exported game: it isn’t JSON."));
  }
}

/**
 * How many names all objects have: fewer than the text if one is there twice.
 *
 * @param {unknown} value
 * @returns {number}
 */
function names(value) {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value);
  return inner.reduce((total, each) => total + names(each), Array.isArray(value) ? 0 : inner.length);
}

/** JSON without spaces: strings as Python writes them, numbers as in the file. @param {string} text */
function compact(text) {
  const tokens = text.match(TOKEN) ?? [];
  return tokens.map((token) => (token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token)).join("");
}

/** What an array or object directly contains, as texts. @param {string} text */
function parts(text) {
  /** @type {string[]} */
  const found = [];
  let depth = 0;
  let part = "";
  for (const token of text.match(TOKEN) ?? []) {
    if (token === "]" || token === "}") depth -= 1;
    if (depth > 1 || (depth === 1 && token !== ",")) part += token;
    else if (part) {
      found.push(part);
      part = "";
    }
    if (token === "[" || token === "{") depth += 1;
  }
  return found;
}

/** The members of an object by name, as texts. @param {string} text @returns {Map<string, string>} */
function members(text) {
  return new Map(
    parts(text).map((part) => {
      STRING.lastIndex = 0;
      const name = STRING.exec(part)?.[0] ?? '""';
      return [JSON.parse(name), part.slice(name.length + 1)];
    }),
  );
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} condition @param {string} otherwise */
function must(condition, otherwise) {
  if (!condition) throw new BadFile(otherwise);
}
