/** Modal dialogs. The browser keeps the focus inside and restores it afterwards. */

import { make } from "./dom.js";

let count = 0;

/**
 * Ask for a line of text; null if cancelled.
 *
 * @param {{title: string, label: string, hint?: string, value?: string, limit?: number, button?: string}} question
 * @returns {Promise<string | null>}
 */
export function ask({ title, label, hint = "", value = "", limit = 500, button = "OK" }) {
  count += 1;
  const id = `answer-${count}`;
  const described = hint ? `${id}-hint` : null;
  const input = make("input", {
    id, type: "text", value, maxlength: limit, required: true, autocomplete: "off", autofocus: true,
    "aria-describedby": described,
  });
  const fields = [
    make("label", { for: id }, label),
    input,
    hint ? make("p", { class: "hint", id: described }, hint) : null,
  ];
  return open(title, fields, button, () => /** @type {HTMLInputElement} */ (input).value.trim());
}

/**
 * Ask for confirmation.
 *
 * @param {string} title
 * @param {string} sentence
 * @param {string} button
 */
export async function confirm(title, sentence, button) {
  return (await open(title, [make("p", {}, sentence)], button, () => "yes")) !== null;
}

/** Show something, without a question. @param {string} title @param {Node[]} fields */
export async function display(title, fields) {
  await open(title, fields, "", () => "");
}

/**
 * @param {string} title
 * @param {(Node | null)[]} fields
 * @param {string} button  empty: only a Close button
 * @param {() => string} answer
 * @returns {Promise<string | null>}
 */
function open(title, fields, button, answer) {
  const heading = make("h2", { id: `dialog-title-${count}` }, title);
  const cancel = make("button", { type: "button", onclick: () => dialog.close() }, button ? "Cancel" : "Close");
  const form = make(
    "form",
    { method: "dialog" },
    heading,
    ...fields,
    make("div", { class: "row end" }, cancel, button ? make("button", { class: "primary", value: "done" }, button) : null),
  );
  const dialog = /** @type {HTMLDialogElement} */ (make("dialog", { "aria-labelledby": heading.id }, form));
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      const given = dialog.returnValue === "done" ? answer() : "";
      dialog.remove();
      resolve(given || null);
    });
    dialog.showModal();
  });
}
