/** Answers for this person only: refusals, receipts, what somebody asked for. The newest replaces those before. */

import { actButton, whileBusy } from "../acts.js";
import { make, plain, richText } from "../dom.js";
import { t } from "../language.js";
import { sheetElement } from "./parts/sheets.js";

/** @typedef {import("../connection/socket.js").Reply} Reply @typedef {import("../connection/socket.js").Act} Act */

const MANY = 6; // acts: those are what the page offers anyway
const BRIEF = 7_000; // milliseconds that a sentence without anything to press stays

export class Toasts {
  /** @param {HTMLElement} host @param {{press: (act: Act) => Promise<unknown>, say: (line: string) => Promise<unknown>}} page */
  constructor(host, page) {
    this.host = host;
    this.page = page;
  }

  /** @param {Reply[]} replies */
  show(replies) {
    const told = replies.filter((reply) => plain(reply.text).trim() || reply.sheet || reply.files?.length);
    this.#replace(told.map((reply) => this.#toast(reply)));
  }

  /** @param {string} sentence @param {...Node} actions */
  say(sentence, ...actions) {
    const part = make("div", { class: "toast" }, make("p", { class: "sentence" }, richText(sentence)), make("div", { class: "row" }, ...actions));
    this.#replace([part], actions.length > 0);
  }

  clear() {
    this.host.replaceChildren();
  }

  /** @param {HTMLElement[]} toasts @param {boolean} [lasting] */
  #replace(toasts, lasting = toasts.some((toast) => toast.querySelector("button, a, li"))) {
    for (const toast of toasts) toast.append(this.#dismiss(toast));
    this.host.replaceChildren(...toasts);
    if (!lasting) for (const toast of toasts) setTimeout(() => toast.remove(), BRIEF);
  }

  /** @param {HTMLElement} toast */
  #dismiss(toast) {
    return make("button", { type: "button", class: "quiet dismiss", "aria-label": t("Dismiss"), onclick: () => toast.remove() }, "×");
  }

  /** @param {Reply} reply */
  #toast(reply) {
    const line = (/** @type {import("../connection/socket.js").Line} */ { value, label, note }) => {
      const button = make("button", { type: "button", title: note || null }, label);
      button.addEventListener("click", () => whileBusy(button, () => this.page.say(value)));
      return button;
    };
    return make(
      "div",
      { class: "toast" },
      reply.heading ? make("h3", {}, reply.heading) : null,
      plain(reply.text).trim() ? make("p", { class: "sentence" }, richText(reply.text)) : null,
      reply.sheet ? sheetElement(reply.sheet) : null,
      make("div", { class: "row" }, ...(reply.acts.length > MANY ? [] : reply.acts).map((act) => actButton(act, this.page.press, false)), ...(reply.lines ?? []).map(line)),
      reply.menu ? make("details", {}, make("summary", {}, `${reply.menu.title}…`), make("div", { class: "row" }, ...reply.menu.lines.map(line))) : null,
      ...(reply.files ?? []).map(({ name, text }) => fileLink(name, text)),
    );
  }
}

/** A link that saves a file. @param {string} name @param {string} text */
function fileLink(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  return make("p", {}, make("a", { href: address, download: name }, name));
}
