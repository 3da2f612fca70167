/** What can be done now, as buttons, where the server laid it out. */

import { make, plain, richText } from "./dom.js";
import { t } from "./language.js";

/** @typedef {import("./connection/socket.js").Act} Act @typedef {import("./connection/socket.js").Control} Control @typedef {import("./connection/socket.js").Layout} Layout */

/**
 * A button that shows that it is busy until the server has answered.
 *
 * @template {Act} A
 * @param {A} act
 * @param {(act: A) => Promise<unknown>} press
 * @param {boolean} [coloured]
 */
export function actButton(act, press, coloured = act.role === "main") {
  const button = make(
    "button",
    {
      type: "button",
      class: `act${coloured ? " primary" : ""}${act.grave ? " danger" : ""}`,
      title: plain(act.note ?? []) || null,
      "data-command": act.command,
      "aria-haspopup": act.asks ? "dialog" : null,
    },
    make("span", {}, richText(act.label)),
  );
  button.addEventListener("click", () => whileBusy(button, () => press(act)));
  return button;
}

/**
 * Mark an element as busy while the work runs. It isn't disabled, so it keeps the focus; a second press does nothing.
 *
 * @param {HTMLElement} element
 * @param {() => Promise<unknown>} work
 */
export async function whileBusy(element, work) {
  if (element.getAttribute("aria-busy") === "true") return;
  element.setAttribute("aria-busy", "true");
  try {
    await work();
  } finally {
    element.removeAttribute("aria-busy");
  }
}

/** @typedef {{acts: Act[], title: string, folded: boolean}} Drawn  a control with its acts */

export class Acts {
  #shown = "";

  /** @param {HTMLElement} host @param {(act: Act) => Promise<unknown>} press @param {() => void} startOver */
  constructor(host, press, startOver) {
    this.host = host;
    this.press = press;
    this.startOver = startOver;
  }

  /** Where the server laid them out. @param {Act[]} acts @param {Layout} layout @param {Act[]} offered  those of them that are shown */
  show(acts, layout, offered) {
    const shown = new Set(offered);
    /** @param {Control[]} area */
    const controls = (area) => area.map((control) => ({ ...control, acts: control.acts.map((at) => acts[at]).filter((act) => shown.has(act)) }));
    const areas = [controls(layout.now), controls(layout.lead), controls(layout.more)];
    this.#replace(areas, () => [...this.#now(areas[0]), ...this.#lead(areas[1]), ...this.#more(areas[2])]);
  }

  /** Those that are left after clicks on the pictures. @param {Act[]} acts @param {string} picked  what was clicked so far */
  showPicked(acts, picked) {
    const again = make("button", { type: "button", onclick: this.startOver }, t("Start over"));
    const told = make("p", { class: "picked-so-far" }, make("span", {}, t("Picked: {parts}", { parts: picked })), again);
    this.#replace([acts, picked], () => [told, this.#row(acts)]);
  }

  /** @param {unknown} what  if it is the same as before, nothing changes @param {() => HTMLElement[]} draw */
  #replace(what, draw) {
    const key = JSON.stringify(what);
    if (key === this.#shown) return;
    this.#shown = key;
    const focused = this.host.contains(document.activeElement) ? document.activeElement : null;
    const open = new Set([...this.host.querySelectorAll("details[open]")].map((group) => group.id));
    this.host.replaceChildren(...draw());
    for (const group of this.host.querySelectorAll("details")) group.open ||= open.has(group.id);
    if (focused) this.#refocus(focused);
  }

  /** @param {Act[]} acts */
  #row(acts) {
    return make("div", { class: "acts-row" }, ...acts.map((act) => actButton(act, this.press)));
  }

  /** Single buttons in rows, with groups between them. @param {Drawn[]} controls @param {string} [area] */
  #now(controls, area = "now") {
    /** @type {HTMLElement[]} */
    const found = [];
    /** @type {Act[]} */
    let row = [];
    const endRow = () => {
      if (row.length) found.push(this.#row(row));
      row = [];
    };
    for (const control of controls) {
      if (control.acts.length === 1) row.push(control.acts[0]);
      if (control.acts.length <= 1) continue;
      endRow();
      found.push(this.#group(control, area));
    }
    endRow();
    return found;
  }

  /** A bar of their own, for those who lead. @param {Drawn[]} controls */
  #lead(controls) {
    const found = this.#now(controls, "lead");
    if (!found.length) return [];
    const heading = make("h3", { id: "acts-lead" }, t("You lead"));
    return [make("div", { role: "group", class: "lead-bar", "aria-labelledby": heading.id }, heading, ...found)];
  }

  /** What is seldom done. @param {Drawn[]} controls */
  #more(controls) {
    const found = this.#now(controls, "more");
    return found.length ? [make("details", { id: "acts-more", class: "more" }, make("summary", {}, t("More…")), ...found)] : [];
  }

  /** @param {Drawn} control @param {string} area */
  #group({ acts, title, folded }, area) {
    const id = `acts-${area}-${title}-${acts[0].role}${acts[0].asks ? "-text" : ""}`;
    if (folded) return make("details", { id }, make("summary", {}, t("{title}: all {count} as buttons", { title, count: acts.length })), this.#row(acts));
    const heading = make("h3", { id }, title);
    return make("div", { role: "group", "aria-labelledby": id }, heading, this.#row(acts));
  }

  /** Put the focus on what can be done next; while there is nothing, it waits where the buttons will be. */
  focus() {
    const next = /** @type {HTMLElement | null} */ (this.host.querySelector("button.primary") ?? this.host.querySelector("button, summary"));
    (next ?? this.host).focus({ preventScroll: true });
  }

  /** Restore the focus to the same button if it still exists, or to what can be done next. @param {Element} focused */
  #refocus(focused) {
    const id = focused.parentElement?.id;
    const command = focused.getAttribute("data-command");
    const buttons = [...this.host.querySelectorAll("button")];
    const summary = focused.localName === "summary" ? this.host.querySelector(`#${CSS.escape(id ?? "")} > summary`) : null;
    const same = buttons.find((button) => command && button.dataset.command === command && button.offsetParent);
    const found = /** @type {HTMLElement | null} */ (summary) ?? same;
    if (found) found.focus({ preventScroll: true });
    else this.focus();
  }
}
