/** Modal dialogs. The browser keeps the focus inside and restores it afterwards. */

import { make } from "./dom.js";
import { t } from "./language.js";

let count = 0;

/**
 * Ask for a line of text; null if cancelled.
 *
 * @param {{title: string, label: string, hint?: string, value?: string, limit?: number, button?: string,
 *   before?: (Node | null)[], after?: Node[]}} question  `before` stands above the field, such as the cards that it is about
 * @returns {Promise<string | null>}
 */
export function ask({ title, label, hint = "", value = "", limit = 500, button = t("OK"), before = [], after = [] }) {
  count += 1;
  const id = `answer-${count}`;
  const described = hint ? `${id}-hint` : null;
  const input = make("input", {
    id, type: "text", value, maxlength: limit, required: true, autocomplete: "off", autofocus: true,
    "aria-describedby": described,
  });
  const fields = [
    ...before,
    make("label", { for: id }, label),
    input,
    hint ? make("p", { class: "hint", id: described }, hint) : null,
    ...after,
  ];
  return open(title, fields, button, () => /** @type {HTMLInputElement} */ (input).value.trim());
}

/**
 * Ask for confirmation.
 *
 * @param {string} title
 * @param {string} sentence
 * @param {string} button
 * @param {"primary" | "danger"} [style]
 */
export async function confirm(title, sentence, button, style = "primary") {
  return (await open(title, [make("p", {}, sentence)], button, () => "yes", style)) !== null;
}

/** Show something, without a question. @param {string} title  empty: what is shown has its own @param {Node[]} fields */
export async function display(title, fields) {
  await open(title, fields, "", () => "");
}

/**
 * @param {string} title
 * @param {(Node | null)[]} fields
 * @param {string} button  empty: only a Close button
 * @param {() => string} answer
 * @param {string} [style]  of the button
 * @returns {Promise<string | null>}
 */
function open(title, fields, button, answer, style = "primary") {
  if (!("HTMLDialogElement" in globalThis)) return Promise.resolve(askPlainly(title, fields, button, answer));
  const heading = title ? make("h2", { id: `dialog-title-${count}` }, title) : null;
  const cancel = make("button", { type: "button", onclick: () => dialog.close() }, button ? t("Cancel") : t("Close"));
  const form = make(
    "form",
    { method: "dialog" },
    heading,
    ...fields,
    make("div", { class: "row end" }, cancel, button ? make("button", { class: style, value: "done" }, button) : null),
  );
  const dialog = /** @type {HTMLDialogElement} */ (make("dialog", heading ? { "aria-labelledby": heading.id } : { "aria-label": t("Card") }, form));
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      const given = dialog.returnValue === "done" ? answer() : "";
      dialog.remove();
      resolve(given || null);
    });
    dialog.showModal();
    /** @type {HTMLInputElement | null} */ (dialog.querySelector("input[autofocus]"))?.select();
  });
}

/**
 * The same in an old browser without dialogs.
 *
 * @param {string} title
 * @param {(Node | null)[]} fields
 * @param {string} button
 * @param {() => string} answer
 */
function askPlainly(title, fields, button, answer) {
  const words = [title, ...fields.map((field) => field?.textContent ?? "")].filter(Boolean).join("\n\n");
  const input = fields.find((field) => field instanceof HTMLInputElement);
  if (!button) return globalThis.alert(words), null;
  if (!input) return globalThis.confirm(words) ? answer() : null;
  return globalThis.prompt(words, /** @type {HTMLInputElement} */ (input).value)?.trim() || null;
}
