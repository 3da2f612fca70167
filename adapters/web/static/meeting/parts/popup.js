/** A menu beside a note, or a list with a search. Escape and a click elsewhere close it, and the focus returns. */

import { make, show } from "../../dom.js";
import { t } from "../../language.js";

/** @typedef {{label: string, key?: string, words?: string, act: () => unknown}} Entry */


export class Popup {
  /** @type {HTMLElement | null} */
  #box = null;
  /** @type {Element | null} */
  #anchor = null;

  constructor() {
    document.addEventListener("pointerdown", (event) => this.#box && event.target instanceof Node && !this.#box.contains(event.target) && this.close(false));
    addEventListener("resize", () => this.close(false));
  }

  /** @param {boolean} [back]  whether the focus returns */
  close(back = true) {
    const anchor = /** @type {HTMLElement | null} */ (this.#anchor?.closest("[tabindex]") ?? null);
    this.#box?.remove();
    this.#box = this.#anchor = null;
    if (back) anchor?.focus({ preventScroll: true });
  }

  /** A menu. @param {Element} anchor @param {string} title @param {Entry[]} entries */
  open(anchor, title, entries) {
    const items = entries.map((entry) =>
      make("button", { type: "button", role: "menuitem", tabindex: "-1", onclick: () => this.#choose(entry) }, make("span", {}, entry.label), entry.key ? make("kbd", { "aria-hidden": "true" }, entry.key) : null),
    );
    const box = make("div", { class: "popup", role: "menu", "aria-label": title || t("What to do with this note") }, title ? make("p", { class: "popup-title", "aria-hidden": "true" }, title) : null, ...items);
    this.#place(anchor, box);
    items[0]?.focus();
    box.addEventListener("keydown", (event) => {
      const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      if (event.key === "ArrowDown") items[(at + 1) % items.length].focus();
      else if (event.key === "ArrowUp") items[(at + items.length - 1) % items.length].focus();
      else if (event.key === "Escape" || event.key === "Tab") this.close();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** A list with a search. @param {Element} anchor @param {string} title @param {Entry[]} entries */
  openSearch(anchor, title, entries) {
    const input = /** @type {HTMLInputElement} */ (
      make("input", { type: "text", role: "combobox", "aria-label": title, "aria-autocomplete": "list", "aria-expanded": "true", "aria-controls": "put-with", placeholder: t("Type to find a note"), autocomplete: "off" })
    );
    const list = make("ul", { role: "listbox", id: "put-with", "aria-label": title });
    const none = make("p", { class: "hint" }, t("No note says that."));
    let [active, found] = [0, entries];
    const mark = () => {
      [...list.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === active)));
      const option = list.children[active];
      if (option) input.setAttribute("aria-activedescendant", option.id);
      else input.removeAttribute("aria-activedescendant");
      option?.scrollIntoView({ block: "nearest" });
    };
    const search = () => {
      const sought = input.value.trim().toLowerCase();
      found = sought ? entries.filter((entry) => `${entry.label} ${entry.words ?? ""}`.toLowerCase().includes(sought)) : entries;
      active = 0;
      list.replaceChildren(...found.map((entry, at) => make("li", { role: "option", id: `put-with-${at}`, onclick: () => this.#choose(entry) }, entry.label)));
      show(none, !found.length);
      mark();
    };
    input.addEventListener("input", search);
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") active = Math.min(active + 1, found.length - 1);
      else if (event.key === "ArrowUp") active = Math.max(active - 1, 0);
      else if (event.key === "Enter" && found[active]) this.#choose(found[active]);
      else if (event.key === "Escape" || event.key === "Tab") this.close();
      else return;
      mark();
      event.preventDefault();
      event.stopPropagation();
    });
    search();
    this.#place(anchor, make("div", { class: "popup search" }, make("p", { class: "popup-title" }, title), input, list, none));
    input.focus();
  }

  /** @param {Entry} entry */
  #choose(entry) {
    this.close();
    entry.act();
  }

  /** Below the anchor, or above it where there is more room. @param {Element} anchor @param {HTMLElement} box */
  #place(anchor, box) {
    this.close(false);
    this.#anchor = anchor;
    this.#box = box;
    const around = (anchor.closest("[data-note]") ?? anchor).getBoundingClientRect();
    document.body.append(box);
    const { width, height } = box.getBoundingClientRect();
    const below = innerHeight - around.bottom;
    box.style.left = `${Math.max(8, Math.min(around.right - width, innerWidth - width - 8))}px`;
    box.style.top = `${below > Math.min(height, 320) + 12 ? around.bottom + 4 : Math.max(8, around.top - height - 4)}px`;
  }
}
