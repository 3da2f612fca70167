/** Actions: the form that agrees on one, and lists of them. */

import { make, plain } from "../../dom.js";
import { t } from "../../language.js";
import { actionLine } from "../parts/dates.js";
import { actionButton, dateField, pageForm, selectField, textField } from "../parts/fields.js";

/** @typedef {import("../room.js").Room} Room @typedef {import("../room.js").Action} Action */

/** The form that agrees on an action. @param {Room} room */
export function actionForm(room) {
  const people = /** @type {[string, string][]} */ (room.page.chairs.map((_, seat) => [String(seat), room.nameOf(seat)]));
  const what = textField(room, { id: "action-what", label: t("What"), rows: 1, placeholder: t("Something you can see happen") });
  const who = selectField("action-who", t("Who"), people, String(room.page.seat ?? ""));
  const when = dateField("action-when", t("By when"), room.suggestedDay("action"));
  const submit = () => room.fill("action", { task: what.value(), who: who.value(), due: when.value() }, { quiet: true });
  const row = make("div", { class: "two" }, who.element, when.element);
  return pageForm(room, { name: "action", title: t("Agree on an action"), button: t("Agree on it"), command: "action", fields: [what.element, row], submit });
}

/** @param {Room} room @param {Action[]} actions @param {{edits?: boolean}} [how] */
export function actionList(room, actions, { edits = false } = {}) {
  const line = (/** @type {Action} */ action) =>
    make(
      "li",
      { class: "agreed" },
      make("p", { class: "words" }, ...actionLine(action, (...words) => make("span", { class: "hint" }, ...words))),
      edits && room.leads ? actionButton(t("Edit"), () => editAction(room, action), { class: "link", "aria-label": t("Edit “{text}”", { text: plain(action.what) }), "data-focus": `edit-action:${action.number}` }) : null,
    );
  return make("ol", { class: "agreements" }, ...actions.map(line));
}

/** Change an action, or drop it. @param {Room} room @param {Action} action */
async function editAction(room, action) {
  const people = /** @type {[string, string][]} */ (room.page.chairs.map((_, seat) => [String(seat), room.nameOf(seat)]));
  const what = /** @type {HTMLInputElement} */ (make("input", { id: "edit-what", type: "text", value: plain(action.what), maxlength: 200, required: true }));
  const who = selectField("edit-who", t("Who"), people, String(action.owner ?? ""));
  const when = dateField("edit-when", t("By when"), /^\d{4}-/.test(action.due) ? action.due : "");
  const dialog = /** @type {HTMLDialogElement} */ (make("dialog", { "aria-labelledby": "edit-title" }));
  const save = async () => {
    const fields = { which: String(action.number), task: what.value, who: who.value(), due: when.value() };
    if ((await room.fill("edit", fields)).done) dialog.close();
  };
  const drop = async () => ((await room.say(`say ${action.number} drop`)).done ? dialog.close() : undefined);
  const form = make(
    "form",
    {},
    make("h2", { id: "edit-title" }, t("Action {number}", { number: action.number })),
    make("label", { for: "edit-what" }, t("What")), what, make("div", { class: "two" }, who.element, when.element),
    make("div", { class: "row end" }, actionButton(t("Drop it"), drop), actionButton(t("Cancel"), async () => dialog.close()), make("button", { class: "primary" }, t("Save"))),
  );
  form.addEventListener("submit", (event) => (event.preventDefault(), save()));
  dialog.append(form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
