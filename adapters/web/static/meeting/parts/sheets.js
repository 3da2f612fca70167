/**
 * A sheet: the words of a message that is more than a sentence.
 *
 * @typedef {import("../../dom.js").Part} Part
 * @typedef {Part[] | string} Words
 * @typedef {{text: Words, bold?: boolean, quiet?: boolean}[]} Line
 * @typedef {{title: Words, passages: {title: Words, style: "text" | "bullets" | "numbers", lines: Line[]}[],
 *   things: {name: string, text: Line}[], progress: Line, note: Words, plain: string}} Sheet
 */

import { make, plain } from "../../dom.js";

/** @param {Sheet} sheet @param {{title?: boolean}} [shown] */
export function sheetElement(sheet, { title = true } = {}) {
  return make(
    "div",
    { class: "sheet" },
    title && plain(sheet.title) ? make("h2", {}, plain(sheet.title)) : null,
    ...sheet.passages.map((passage) => make("section", {}, heading(passage.title), list(passage))),
    sheet.things.length ? make("ul", {}, ...sheet.things.map((thing) => make("li", {}, ...line(thing.text)))) : null,
    sheet.progress.length ? make("p", {}, ...line(sheet.progress)) : null,
    plain(sheet.note) ? make("p", { class: "hint" }, plain(sheet.note)) : null,
  );
}

/** @param {Words} words */
function heading(words) {
  return plain(words) ? make("h3", {}, plain(words)) : null;
}

/** @param {Sheet["passages"][number]} passage */
function list({ style, lines }) {
  if (style === "text") return make("div", {}, ...lines.map((each) => make("p", {}, ...line(each))));
  const tag = style === "numbers" ? "ol" : "ul";
  return make(tag, { class: style }, ...lines.map((each) => make("li", {}, ...line(each))));
}

/** @param {Line} words */
function line(words) {
  return words.map((run) => (run.bold ? make("b", {}, plain(run.text)) : run.quiet ? make("span", { class: "quiet-text" }, plain(run.text)) : plain(run.text)));
}
