/** The end: the summary to read, copy and save, and the next meeting. */

import { actButton } from "../../acts.js";
import { download } from "../../board/replay.js";
import { make, plain } from "../../dom.js";
import { t } from "../../language.js";
import { actionButton } from "../parts/fields.js";
import { sheetElement } from "../parts/sheets.js";

/** @typedef {import("../room.js").Room} Room @typedef {import("../stage.js").Ways} Ways @typedef {import("../parts/keyed.js").Item} Item */

const SEEN = 2_500; // milliseconds that a button says what it did

/** @param {Room} room @param {Ways} ways @returns {Item[]} */
export function ended(room, ways) {
  const { sheet: summary } = room.page;
  const acts = room.watching ? [] : room.page.acts.filter((act) => act.command !== "copy" && (act.role === "main" || act.role === "usual"));
  return [
    { key: "summary", sign: summary ?? room.page.situation, draw: () => (summary ? sheetElement(summary) : make("p", { class: "sentence" }, plain(room.page.situation) || t("It’s over."))) },
    { key: "acts", sign: acts.map((act) => [act.command, act.label]), draw: () => make("div", { class: "row" }, ...acts.map((act) => actButton(act, async () => void (await ways.press(/** @type {import("../room.js").Act} */ (act))))), ...(summary ? keeping(summary, ways) : [])) },
  ];
}

/** @param {import("../parts/sheets.js").Sheet} summary @param {Ways} ways */
function keeping(summary, { path }) {
  const copy = make("button", { type: "button" }, t("Copy as text"));
  copy.addEventListener("click", async () => {
    copy.textContent = (await copied(summary.plain)) ? t("Copied") : t("Select it, and press Ctrl-C");
    setTimeout(() => (copy.textContent = t("Copy as text")), SEEN);
  });
  return [copy, actionButton(t("Save as Markdown"), () => download(`${path}/export.md`, "retro.md"))];
}

/** Without https there is no clipboard, but a field can be copied from. @param {string} text */
async function copied(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const field = /** @type {HTMLTextAreaElement} */ (make("textarea", { class: "visually-hidden" }));
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
