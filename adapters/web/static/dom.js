/**
 * Builds elements of the page. Typed text is inserted as text, never as markup.
 *
 * @typedef {string | {seat: number, name: string}} Part  a part of a sentence: text, or a player
 */

import { pieces, t } from "./language.js";


/**
 * Create an element. Functions (`onclick`) become listeners, other values attributes; null, undefined and false are skipped.
 *
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string | null)} children
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const HASH = /^[0-9a-f]{64}$/; // a fingerprint or a seed

/**
 * A sentence as nodes: names in bold, text between backticks as code.
 *
 * @param {Part[] | string} sentence
 */
export function richText(sentence) {
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

let pressable = false;

/** From now on commands in sentences are buttons: this page carries them out. */
export function makeCommandsPressable() {
  pressable = true;
}

const COMMAND = /^\/scrum ([^<…]+)$/; // one that can be carried out as it stands

/** Code: a command is a button, and a long hash gets a class, so that it can be shortened. @param {string} text */
function code(text) {
  const command = COMMAND.exec(text)?.[1];
  if (command && pressable) return make("button", { type: "button", class: "said", "data-command-line": command }, command);
  return HASH.test(text) ? make("code", { class: "hash", title: text }, text) : make("code", {}, text);
}

/** @param {Part[] | string} sentence */
export function plain(sentence) {
  return typeof sentence === "string" ? sentence : sentence.map((part) => (typeof part === "string" ? part : part.name)).join("");
}

/** @param {...(Node | string)} words */
export function bold(...words) {
  return make("b", {}, ...words);
}

/** The end of a sentence that says that there is nothing here any more. */
export function wayHome() {
  return pieces(t("<a>Go to the front page</a>."), { a: (/** @type {string} */ words) => make("a", { href: "/" }, words) });
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
