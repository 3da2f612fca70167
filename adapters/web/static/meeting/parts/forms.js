/** Forms: what a command asks for, all at once. A refused form keeps what was typed. */

import { make, plain, richText } from "../../dom.js";
import { t } from "../../language.js";

/** @typedef {import("../room.js").Room} Room @typedef {import("../room.js").Field} Field @typedef {import("../room.js").Form} Form */

const LONG = 300; // characters from which a text gets several lines
const RULE = / ?\(`\/scrum rules [^`]*`[^)]*\)$/; // where a refusal says where to read more
let count = 0;

/** Open the form of a command in a dialog, and submit it. @param {Room} room @param {string} command */
export async function fillIn(room, command) {
  const form = await room.open(command);
  if (!form) return;
  count += 1;
  const heading = make("h2", { id: `form-${count}` }, form.title);
  const refusal = make("p", { class: "refusal", role: "alert", hidden: true });
  const inputs = form.fields.map((field) => formField(field, `form-${count}-${field.name}`));
  const cancel = make("button", { type: "button", onclick: () => dialog.close() }, t("Cancel"));
  const element = make(
    "form", {}, heading, form.note ? make("p", { class: "hint" }, form.note) : null,
    ...inputs.map((input) => input.element), refusal,
    make("div", { class: "row end" }, cancel, make("button", { class: "primary" }, t("Save"))),
  );
  const dialog = /** @type {HTMLDialogElement} */ (make("dialog", { "aria-labelledby": heading.id }, element));
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await room.fill(command, Object.fromEntries(inputs.map((input) => [input.name, input.value()])), { quiet: true });
    refuse(refusal, answer.done ? [] : answer.replies);
    if (answer.done) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Say why something wasn't accepted. @param {HTMLElement} host @param {import("../../connection/socket.js").Reply[]} replies */
export function refuse(host, replies) {
  host.hidden = replies.length === 0;
  host.replaceChildren(...replies.map((reply) => richText(plain(reply.text).replace(RULE, ""))));
}

/** @param {Field} field @param {string} id */
function formField(field, id) {
  const described = field.hint ? `${id}-hint` : null;
  const shared = { id, name: field.name, required: field.required, "aria-describedby": described };
  const [input, value] = field.options.length ? choice(field, shared) : typed(field, shared);
  const label = make(input.localName === "fieldset" ? "span" : "label", { for: id, class: "label" }, plain(field.label));
  const hint = field.hint ? make("p", { class: "hint", id: described }, field.hint) : null;
  return { name: field.name, value, element: make("div", { class: "field" }, label, input, hint) };
}

/** @param {Field} field @param {Record<string, unknown>} shared @returns {[HTMLElement, () => string]} */
function typed(field, shared) {
  const limit = { maxlength: field.limit, autocomplete: "off" };
  const tag = field.kind === "text" && field.limit > LONG ? "textarea" : "input";
  const input = /** @type {HTMLInputElement} */ (make(tag, { ...shared, ...limit, ...(tag === "input" ? { type: field.kind } : { rows: 3 }) }));
  input.value = field.text || field.filled.join("\n");
  return [input, () => input.value];
}

/** @param {Field} field @param {Record<string, unknown>} shared @returns {[HTMLElement, () => string]} */
function choice(field, shared) {
  if (field.most > 1) return ticks(field, shared);
  const options = field.options.map(([value, label]) => make("option", { value, selected: field.filled.includes(value) }, label));
  const none = field.required || field.filled.length ? [] : [make("option", { value: "" }, "")];
  const select = /** @type {HTMLSelectElement} */ (make("select", shared, ...none, ...options));
  return [select, () => select.value];
}

/** @param {Field} field @param {Record<string, unknown>} shared @returns {[HTMLElement, () => string]} */
function ticks(field, shared) {
  const boxes = field.options.map(([value, label], at) => {
    const box = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", id: `${shared.id}-${at}`, value, checked: field.filled.includes(value) }));
    return { box, row: make("div", { class: "check" }, box, make("label", { for: box.id }, label)) };
  });
  const set = make("fieldset", { id: shared.id }, make("legend", { class: "visually-hidden" }, plain(field.label)), ...boxes.map(({ row }) => row));
  return [set, () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value).join("\n")];
}
