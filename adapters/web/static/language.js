/**
 * What people read, in the language of the page. English is written where it is said; another language's catalogue is a
 * script of its own (adapters/web/wording.py makes it), which a page in that language loads before everything else.
 *
 * @typedef {{texts: Record<string, string>, counted: Record<string, string[]>, forms: string}} Words  `forms`: which form each count takes
 * @typedef {Record<string, unknown>} Holes
 */

const CONTEXT = "\u0004"; // between a context and its text
const PERIOD = 100; // after which counts repeat their forms

/** @type {Words} */
const words = /** @type {any} */ (globalThis).scrumTableWords ?? { texts: {}, counted: {}, forms: "" };

/** The tag of the page's language. */
export const language = document.documentElement.lang || "en";
/** For dates and times: in English, the browser's own. */
export const locale = language === "en" ? undefined : language;
/** What a request says, so that the answer is in the same language. */
export const IN_LANGUAGE = { "Accept-Language": language };

/** Say a text; its holes are filled with what is passed by their names. @param {string} text @param {Holes} [holes] */
export function t(text, holes) {
  return filled(words.texts[text] ?? text, text, holes);
}

/** Say a text that counts something; `{count}` is the number. @param {string} one @param {string} other @param {number} count @param {Holes} [holes] */
export function n(one, other, count, holes) {
  const english = count === 1 ? one : other;
  const form = words.forms[count < 2 * PERIOD ? count : PERIOD + (count % PERIOD)];
  return filled(words.counted[one]?.[Number(form)] ?? english, english, { count, ...holes });
}

/** Say a text that is translated differently in other places. @param {string} context @param {string} text @param {Holes} [holes] */
export function p(context, text, holes) {
  return filled(words.texts[context + CONTEXT + text] ?? text, text, holes);
}

/** @param {string} said @param {string} english @param {Holes} [holes] */
function filled(said, english, holes) {
  if (!holes) return said;
  const fits = [...said.matchAll(/\{(\w+)\}/g)].every(([, name]) => name in holes);
  return (fits ? said : english).replace(/\{(\w+)\}/g, (hole, name) => (name in holes ? String(holes[name]) : hole));
}

/**
 * A said text in pieces: what stands in its holes as it is, and `<b>words</b>` as the function `b` makes them.
 *
 * @param {string} said
 * @param {Holes} holes
 * @returns {any[]}
 */
export function pieces(said, holes) {
  /** @type {any[]} */
  const found = [];
  let end = 0;
  for (const { 0: whole, 1: tag, 2: inner, 3: hole, index } of said.matchAll(/<(\w+)>(.*?)<\/\1>|\{(\w+)\}/gs)) {
    if (index > end) found.push(said.slice(end, index));
    const make = holes[tag ?? hole];
    found.push(tag && typeof make === "function" ? make(...pieces(inner, holes)) : (make ?? whole));
    end = index + whole.length;
  }
  if (end < said.length) found.push(said.slice(end));
  return found;
}

/** Words with commas between them. @param {string[]} items */
export function commas(items) {
  return items.join(p("list", ", "));
}

/** Words as people list them: `a, b and c`. @param {string[]} items */
export function list(items) {
  if (items.length < 2) return items.join("");
  return p("list", "{first} and {last}", { first: commas(items.slice(0, -1)), last: items.at(-1) });
}
