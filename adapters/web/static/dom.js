/**
 * Building the page. Whatever people typed gets in as text, never as markup.
 *
 * @typedef {string | {seat: number, name: string}} Part  a piece of a sentence: words, or a player
 */

/**
 * An element. `onclick` and the like are listeners, everything else is an attribute; null, undefined and false: none.
 *
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string | null)} children
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const HASH = /^[0-9a-f]{64}$/; // a fingerprint or a seed

/**
 * A sentence: names stand out, what can be typed or copied (between back quotes) looks like it.
 *
 * @param {Part[] | string} sentence
 */
export function words(sentence) {
  const line = document.createDocumentFragment();
  for (const part of typeof sentence === "string" ? [sentence] : sentence) {
    if (typeof part !== "string") {
      line.append(make("b", { class: "name" }, part.name));
      continue;
    }
    part.split(/`([^`\n]+)`/).forEach((piece, at) => {
      line.append(at % 2 ? code(piece) : piece);
    });
  }
  return line;
}

/** A fingerprint, long as it is, can be shortened where it is in the way. @param {string} text */
function code(text) {
  return HASH.test(text) ? make("code", { class: "hash", title: text }, text) : make("code", {}, text);
}

/** @param {Part[] | string} sentence */
export function plain(sentence) {
  return typeof sentence === "string" ? sentence : sentence.map((part) => part.name ?? part).join("");
}

/** @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
}

/** Show or hide. @param {Element} element @param {boolean} shown */
export function show(element, shown) {
  element.toggleAttribute("hidden", !shown);
}
