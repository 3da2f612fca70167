/** Actions: the form that agrees on one, and lists of them. */

import { make, plain } from "../dom.js";
import { dueOn } from "./dates.js";
import { actionButton, dateField, pageForm, selectField, textField } from "./fields.js";

/** @typedef {import("./room.js").Room} Room @typedef {import("./room.js").Action} Action */

/** The form that agrees on an action. @param {Room} room */
export function actionForm(room) {
  const people = /** @type {[string, string][]} */ (room.page.chairs.map((_, seat) => [String(seat), room.nameOf(seat)]));
  const what = textField(room, { id: "action-what", label: "What", rows: 1, placeholder: "Something you can see happen" });
  const who = selectField("action-who", "Who", people, String(room.page.seat ?? ""));
  const when = dateField("action-when", "By when", room.suggestedDay("action"));
  const submit = () => room.fill("action", { task: what.value(), who: who.value(), due: when.value() }, { quiet: true });
  const row = make("div", { class: "two" }, who.element, when.element);
  return pageForm(room, { name: "action", title: "Agree on an action", button: "Agree on it", command: "action", fields: [what.element, row], submit });
}

/** @param {Room} room @param {Action[]} actions @param {{edits?: boolean}} [how] */
export function actionList(room, actions, { edits = false } = {}) {
  const line = (/** @type {Action} */ action) =>
    make(
      "li",
      { class: "agreed" },
      make("p", { class: "words" }, make("b", {}, action.owner_name ? `${action.owner_name}: ` : ""), plain(action.what), make("span", { class: "hint" }, dueOn(action.due, ", by "))),
      edits && room.leads ? actionButton("Edit", () => editAction(room, action), { class: "link", "aria-label": `Edit “${plain(action.what)}”`, "data-focus": `edit-action:${action.number}` }) : null,
    );
  return make("ol", { class: "agreements" }, ...actions.map(line));
}

/** Change an action, or drop it. @param {Room} room @param {Action} action */
async function editAction(room, action) {
  const people = /** @type {[string, string][]} */ (room.page.chairs.map((_, seat) => [String(seat), room.nameOf(seat)]));
  const what = /** @type {HTMLInputElement} */ (make("input", { id: "edit-what", type: "text", value: plain(action.what), maxlength: 200, required: true }));
  const who = selectField("edit-who", "Who", people, String(action.owner ?? ""));
  const when = dateField("edit-when", "By when", /^\d{4}-/.test(action.due) ? action.due : "");
  const dialog = /** @type {HTMLDialogElement} */ (make("dialog", { "aria-labelledby": "edit-title" }));
  const save = async () => {
    const fields = { which: String(action.number), task: what.value, who: who.value(), due: when.value() };
    if ((await room.fill("edit", fields)).done) dialog.close();
  };
  const drop = async () => ((await room.say(`say ${action.number} drop`)).done ? dialog.close() : undefined);
  const form = make(
    "form",
    {},
    make("h2", { id: "edit-title" }, `Action ${action.number}`),
    make("label", { for: "edit-what" }, "What"), what, make("div", { class: "two" }, who.element, when.element),
    make("div", { class: "row end" }, actionButton("Drop it", drop), actionButton("Cancel", async () => dialog.close()), make("button", { class: "primary" }, "Save")),
  );
  form.addEventListener("submit", (event) => (event.preventDefault(), save()));
  dialog.append(form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
