/** Fields that stand on the page: a form that is sent with one press, and keeps what was typed until it is accepted. */

import { whileBusy } from "../../acts.js";
import { make } from "../../dom.js";
import { refuse } from "./forms.js";

/** @typedef {import("../room.js").Room} Room */

/**
 * A form on the page.
 *
 * @param {Room} room
 * @param {{name: string, title: string, button: string, plainly?: boolean, fields: HTMLElement[], command: string, submit: () => Promise<import("../room.js").Answer | null>}} form
 *   `plainly`: something else on the page is what most should do now, as Next is for whoever leads; `command`: whose form is opened by the first press on a field, which lets people in
 */
export function pageForm(room, { name, title, button, plainly = false, fields, command, submit }) {
  const refusal = make("p", { class: "refusal", role: "alert", hidden: true });
  const press = make("button", { class: plainly || room.leads ? null : "primary", "data-focus": `${name}:send` }, button);
  const form = /** @type {HTMLFormElement} */ (make("form", { class: `page-form ${name}` }, title ? make("h3", {}, title) : null, ...fields, refusal, make("div", { class: "row end" }, press)));
  form.addEventListener("focusin", () => room.enter(command));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    whileBusy(press, async () => {
      await room.enter(command);
      const answer = await submit();
      if (!answer) return;
      refuse(refusal, answer.done ? [] : answer.replies);
      if (!answer.done) return;
      form.reset();
      for (const field of form.querySelectorAll("[data-draft]")) room.kept.keepDraft(field.getAttribute("data-draft") ?? "", "");
    });
  });
  return form;
}

/** A text whose draft is kept. @param {Room} room @param {{id: string, label: string, limit?: number, rows?: number, placeholder?: string}} field */
export function textField(room, { id, label, limit = 200, rows = 2, placeholder = "" }) {
  const area = /** @type {HTMLTextAreaElement} */ (make("textarea", { id, rows, maxlength: limit, required: true, placeholder: placeholder || null, "data-draft": id, "data-focus": id }));
  area.value = room.kept.draft(id);
  area.addEventListener("input", () => room.kept.keepDraft(id, area.value));
  area.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    area.form?.requestSubmit();
  });
  return { element: make("div", { class: "field" }, make("label", { for: id }, label), area), value: () => area.value.trim().replace(/\s*\n\s*/g, " ") };
}

/** @param {string} id @param {string} label @param {[string, string][]} options @param {string} [chosen] */
export function selectField(id, label, options, chosen = "") {
  const select = /** @type {HTMLSelectElement} */ (make("select", { id, "data-focus": id }, ...options.map(([value, text]) => make("option", { value, selected: value === chosen }, text))));
  return { element: make("div", { class: "field" }, make("label", { for: id }, label), select), value: () => select.value };
}

/** @param {string} id @param {string} label @param {string | Promise<string>} day  filled in as soon as it is known */
export function dateField(id, label, day) {
  const input = /** @type {HTMLInputElement} */ (make("input", { id, type: "date", "data-focus": id }));
  Promise.resolve(day).then((known) => known && input.setAttribute("value", known)); // unless another one was chosen meanwhile
  return { element: make("div", { class: "field" }, make("label", { for: id }, label), input), value: () => input.value };
}

/** A button that is busy until it is done. @param {string} label @param {() => Promise<unknown>} act @param {Record<string, unknown>} [attributes] */
export function actionButton(label, act, attributes = {}) {
  const button = make("button", { type: "button", ...attributes }, label);
  button.addEventListener("click", () => whileBusy(button, async () => void (await act())));
  return button;
}
