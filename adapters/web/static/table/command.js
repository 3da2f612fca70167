/** The command line: `/scrum …` with completion (a combobox) and history. */

import { make, show } from "../dom.js";
import { inTab } from "../storage.js";

/** @typedef {{value: string, label: string}} Found */

const MAX_HISTORY = 50;
const COMPLETION_DELAY = 80; // milliseconds after the last key

/**
 * The line with its last word completed.
 *
 * @param {string} line
 * @param {string} value
 */
function completed(line, value) {
  if (/^\/?scrum$/i.test(line)) return `${line} ${value} `;
  return `${line.slice(0, line.length - (/\S*$/.exec(line)?.[0].length ?? 0))}${value} `;
}

export class CommandLine {
  /** @type {Found[]} */
  #found = [];
  #active = -1;
  /** @type {string[]} */
  #history = inTab.getJson("history", []);
  #back = 0; // position in the history; 0: the line being typed
  #draft = "";
  #asking = 0;
  #wanted = false; // whether completions that arrive now are still wanted

  /**
   * @param {HTMLFormElement} form
   * @param {{say: (line: string) => Promise<unknown>, complete: (line: string) => void}} table
   */
  constructor(form, table) {
    this.table = table;
    this.input = /** @type {HTMLInputElement} */ (form.querySelector("input"));
    this.list = /** @type {HTMLElement} */ (form.querySelector("[role=listbox]"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.input.addEventListener("input", () => this.#ask());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.input.addEventListener("blur", () => this.#close());
    this.list.addEventListener("mousedown", (event) => event.preventDefault()); // the input keeps the focus
    this.list.addEventListener("click", (event) => this.#clicked(event.target));
    this.#fold(/** @type {HTMLDetailsElement} */ (form.closest("details")));
  }

  /** Folded until somebody uses it; a slash opens it, as in a chat. @param {HTMLDetailsElement} details */
  #fold(details) {
    details.open = this.#history.length > 0;
    details.addEventListener("toggle", () => details.open && details.matches(":focus-within") && this.input.focus());
    document.addEventListener("keydown", (event) => {
      const types = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
      if (event.key !== "/" || types) return;
      event.preventDefault();
      details.open = true;
      this.input.focus();
    });
  }

  /** @param {string} line @param {Found[]} found */
  offer(line, found) {
    if (!this.#wanted || line !== this.input.value || document.activeElement !== this.input) return;
    this.#found = found;
    this.#active = -1;
    this.list.replaceChildren(...found.map((one, at) => option(one, at)));
    this.#update();
  }

  #ask() {
    this.#back = 0;
    clearTimeout(this.#asking);
    if (!this.input.value.trim()) this.#close();
    else this.#asking = setTimeout(() => this.#list(), COMPLETION_DELAY);
  }

  #submit() {
    const line = this.input.value.trim();
    this.#close();
    if (!line) return;
    this.#history = [line, ...this.#history.filter((other) => other !== line)].slice(0, MAX_HISTORY);
    inTab.set("history", JSON.stringify(this.#history));
    this.#back = 0;
    this.input.value = "";
    this.table.say(line);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const open = this.#found.length > 0;
    if (!this.#handled(event, open)) return;
    event.preventDefault();
    event.stopPropagation(); // Escape closes the list without starting a move over
  }

  /** @param {KeyboardEvent} event @param {boolean} open */
  #handled(event, open) {
    switch (event.key) {
      case "ArrowDown":
        return open ? this.#move(1) : this.#back ? this.#recall(-1) : this.#list();
      case "ArrowUp":
        return open ? this.#move(-1) : this.#recall(1);
      case "Enter":
        return open && this.#active >= 0 && this.#accept(this.#active);
      case "Tab":
        return open && !event.shiftKey && this.#accept(Math.max(this.#active, 0));
      case "Escape":
        this.#close(); // completions on their way are not wanted any more
        return open;
      default:
        return false;
    }
  }

  /** Ask for the completions, even of an empty line. */
  #list() {
    this.#wanted = true;
    this.table.complete(this.input.value);
    return true;
  }

  /** @param {number} by */
  #move(by) {
    const count = this.#found.length;
    this.#active = this.#active < 0 ? (by > 0 ? 0 : count - 1) : (this.#active + by + count) % count;
    this.#update();
    return true;
  }

  /** @param {number} by */
  #recall(by) {
    const back = Math.min(Math.max(this.#back + by, 0), this.#history.length);
    if (back === this.#back) return this.#history.length > 0;
    if (this.#back === 0) this.#draft = this.input.value;
    this.#back = back;
    this.input.value = back ? this.#history[back - 1] : this.#draft;
    return true;
  }

  /** @param {number} at */
  #accept(at) {
    this.input.value = completed(this.input.value, this.#found[at].value);
    this.#close();
    this.#ask();
    return true;
  }

  /** @param {EventTarget | null} target */
  #clicked(target) {
    const chosen = target instanceof Element ? target.closest("[role=option]") : null;
    if (chosen) this.#accept(Number(chosen.getAttribute("data-at")));
  }

  #close() {
    clearTimeout(this.#asking);
    this.#wanted = false;
    this.#found = [];
    this.list.replaceChildren();
    this.#update();
  }

  #update() {
    const open = this.#found.length > 0;
    show(this.list, open);
    this.input.setAttribute("aria-expanded", String(open));
    [...this.list.children].forEach((child, at) => {
      child.setAttribute("aria-selected", String(at === this.#active));
      if (at === this.#active) child.scrollIntoView({ block: "nearest" });
    });
    if (open && this.#active >= 0) this.input.setAttribute("aria-activedescendant", `option-${this.#active}`);
    else this.input.removeAttribute("aria-activedescendant");
  }
}

/** @param {Found} one @param {number} at */
function option(one, at) {
  return make(
    "li",
    { role: "option", id: `option-${at}`, "data-at": at, "aria-selected": "false" },
    make("code", {}, one.value),
    one.label === one.value ? null : make("span", {}, one.label),
  );
}
