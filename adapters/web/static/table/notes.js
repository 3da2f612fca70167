/** Notes for this person only: answers, refusals, a hand they asked for. */

import { actButton, whileBusy } from "../acts.js";
import { figure } from "../board/picture.js";
import { make, richText } from "../dom.js";
import { t } from "../language.js";

/** @typedef {import("../connection/socket.js").Reply} Reply @typedef {import("../connection/socket.js").Act} Act */

const MAX_NOTES = 4;

export class Notes {
  /** @type {Act[]} */
  #offered = [];
  #table = "";

  /**
   * @param {HTMLElement} host
   * @param {{press: (act: Act) => Promise<unknown>, say: (line: string) => Promise<unknown>, added: (note: Element) => void}} table
   */
  constructor(host, { press, say, added }) {
    this.host = host;
    this.press = press;
    this.type = say;
    this.added = added;
  }

  /**
   * Update the page's acts: remove buttons of notes that are out of date or that repeat them.
   *
   * @param {Act[]} acts
   * @param {string} table
   */
  offered(acts, table) {
    const moment = acts[0]?.button.split(":").slice(0, 2).join(":");
    this.#offered = acts;
    this.#table = table;
    for (const row of this.host.querySelectorAll("[data-moment]")) {
      if (this.#isElsewhere(row) || row.hasAttribute("data-lasting")) continue;
      const buttons = [...row.querySelectorAll("button")];
      const fresh = this.#fresh(buttons.map((button) => button.dataset.command ?? ""));
      for (const button of buttons) if (!fresh.has(button.dataset.command ?? "")) button.remove();
      if (row.getAttribute("data-moment") !== moment || !fresh.size) row.remove();
    }
  }

  clear() {
    this.host.replaceChildren();
  }

  /** @param {Reply[]} replies */
  add(replies) {
    for (const reply of replies) {
      const note = this.#note(reply);
      this.host.prepend(note);
      this.added(note);
    }
    while (this.host.childElementCount > MAX_NOTES) this.host.lastElementChild?.remove();
  }

  /**
   * Replace earlier notes by the answer to a request. If there's no answer, notes from earlier buttons are out of
   * date, but typed queries, such as the rules, stay.
   *
   * @param {Reply[]} replies
   * @param {boolean} pressed  whether the request came from a button
   */
  answer(replies, pressed) {
    for (const note of [...this.host.children]) {
      const lesson = [...note.querySelectorAll("[data-moment]")].some((row) => this.#isElsewhere(row));
      if (replies.length || (pressed && note.matches(".pressed") && !lesson)) note.remove();
    }
    if (!replies.length) return;
    this.add(replies);
    for (const note of this.host.children) note.classList.toggle("pressed", pressed);
    this.host.firstElementChild?.scrollIntoView({ block: "nearest" }); // on a phone it may be far from the pressed button
  }

  /** Add a sentence of the page itself, with what can be done about it. @param {string} text @param {...Node} actions */
  say(text, ...actions) {
    this.add([{ text: [text], picture: null, acts: [] }]);
    if (actions.length) this.host.firstElementChild?.append(make("div", { class: "row" }, ...actions));
  }

  /** @param {Reply} reply */
  #note(reply) {
    const dismiss = make("button", { type: "button", class: "quiet dismiss", "aria-label": t("Dismiss this note") }, "×");
    const note = make(
      "div",
      { class: "note" },
      reply.heading ? make("h3", {}, reply.heading) : null,
      make("p", { class: "sentence" }, richText(reply.text)),
      dismiss,
      reply.picture ? figure(reply.picture) : null,
      this.#buttons(reply.acts),
      this.#lines(reply.lines ?? []),
      reply.menu ? make("details", { class: "more" }, make("summary", {}, `${reply.menu.title}…`), this.#lines(reply.menu.lines)) : null,
      ...(reply.files ?? []).map(download),
    );
    dismiss.addEventListener("click", () => {
      const next = /** @type {HTMLElement | null} */ (note.nextElementSibling?.querySelector(".dismiss") ?? null);
      note.remove();
      const typed = /** @type {HTMLElement | null} */ (document.querySelector("#typing[open] #line"));
      (next ?? typed ?? document.getElementById("acts"))?.focus();
    });
    return note;
  }

  /** Whether the buttons belong to another table, such as a lesson. @param {Element} row */
  #isElsewhere(row) {
    return row.getAttribute("data-moment")?.split(":")[0] !== this.#table;
  }

  /** Those that the page doesn't show already; a selection of the page's acts stays whole. @param {string[]} commands */
  #fresh(commands) {
    const known = new Set(this.#offered.map((act) => act.command));
    const selection = [...known].some((command) => !commands.includes(command));
    return new Set(commands.filter((command) => selection || !known.has(command)));
  }

  /** Buttons for what could be typed next. @param {import("../connection/socket.js").Line[]} lines */
  #lines(lines) {
    const buttons = lines.map(({ value, label, note }) => {
      const button = make("button", { type: "button", class: "act", title: note || null }, label);
      button.addEventListener("click", () => whileBusy(button, () => this.type(value)));
      return button;
    });
    return buttons.length ? make("div", { class: "acts-row" }, ...buttons) : null;
  }

  /** Buttons for acts, but not for those that the page already shows. @param {Act[]} acts */
  #buttons(acts) {
    const fresh = this.#fresh(acts.map((act) => act.command));
    if (!fresh.size) return null;
    const moment = acts[0].button.split(":").slice(0, 2).join(":");
    const offered = acts.filter((act) => fresh.has(act.command));
    // a button that carries its command, such as Done on an open action, works whatever the others do meanwhile
    const lasting = offered.every((act) => act.button.split(":")[2]?.startsWith("="));
    return make(
      "div",
      { class: "acts-row", "data-moment": moment, "data-lasting": lasting ? "" : null },
      ...offered.map((act) => actButton(act, this.press, false)),
    );
  }
}

/** A link that saves a file. @param {{name: string, text: string}} file */
function download({ name, text }) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  return make("p", {}, make("a", { href: address, download: name }, name));
}
