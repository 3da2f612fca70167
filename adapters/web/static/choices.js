/** The current choices, as buttons. */

import { make, plain, richText } from "./dom.js";

/** @typedef {import("./socket.js").Choice} Choice */

const MAX_UNGROUPED = 9; // with more choices, buttons are grouped by command
const MAX_UNFOLDED = 6; // larger groups are folded if they can be clicked on the board too

/**
 * A button that shows that it is busy until the server has answered.
 *
 * @param {Choice} choice
 * @param {(choice: Choice) => Promise<void>} press
 * @param {boolean} [primary]
 */
export function choiceButton(choice, press, primary = false) {
  const button = make(
    "button",
    {
      type: "button",
      class: `choice${primary ? " primary" : ""}${choice.grave ? " danger" : ""}`,
      title: plain(choice.note ?? []) || null,
      "data-command": choice.command,
      "aria-haspopup": choice.asks ? "dialog" : null,
    },
    make("span", {}, richText(choice.label)),
  );
  button.addEventListener("click", () => whileBusy(button, () => press(choice)));
  return button;
}

/**
 * Mark an element as busy while the work runs. It isn't disabled, so it keeps the focus; a second press does nothing.
 *
 * @param {HTMLElement} element
 * @param {() => Promise<void>} work
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

export class Choices {
  #shown = "";

  /** @param {HTMLElement} host @param {(choice: Choice) => Promise<void>} press @param {() => void} startOver */
  constructor(host, press, startOver) {
    this.host = host;
    this.press = press;
    this.startOver = startOver;
  }

  /** @param {Choice[]} choices @param {string} picked  a description of what was clicked on the pictures so far */
  show(choices, picked) {
    const key = JSON.stringify([choices, picked]);
    if (key === this.#shown) return;
    this.#shown = key;
    const focused = this.host.contains(document.activeElement) ? document.activeElement : null;
    const open = new Set([...this.host.querySelectorAll("details[open]")].map((group) => group.id));
    this.host.replaceChildren(
      ...(picked.length ? [this.#picked(picked)] : []),
      ...(choices.length > MAX_UNGROUPED && !picked.length ? this.#groups(choices) : [this.#row(choices, primary(choices))]),
    );
    for (const group of this.host.querySelectorAll("details")) group.open ||= open.has(group.id);
    if (focused) this.#refocus(focused.getAttribute("data-command"));
  }

  /** @param {string} picked */
  #picked(picked) {
    const again = make("button", { type: "button", onclick: this.startOver }, "Start over");
    return make("p", { class: "picked-so-far" }, make("span", {}, `Picked: ${picked}`), again);
  }

  /** @param {Choice[]} choices @param {Choice} [first] */
  #row(choices, first) {
    const buttons = choices.map((choice) => choiceButton(choice, this.press, choice === first));
    return make("div", { class: "choices-row" }, ...buttons);
  }

  /** @param {Choice[]} choices */
  #groups(choices) {
    /** @type {Map<string, Choice[]>} */
    const groups = new Map();
    for (const choice of choices) {
      const command = choice.command.split(" ")[0];
      groups.set(command, [...(groups.get(command) ?? []), choice]);
    }
    const main = primary(choices);
    const single = [...groups.values()].filter((group) => group.length === 1 && group[0] !== main).flat();
    const several = [...groups].filter(([, group]) => group.length > 1);
    const grouped = several.some(([, group]) => main && group.includes(main));
    several.sort(([, one], [, other]) => Number(!!main && other.includes(main)) - Number(!!main && one.includes(main)));
    return [
      ...(main && !grouped ? [this.#row([main], main)] : []),
      ...several.map(([command, group]) => this.#group(command, group, main)),
      this.#row(single),
    ];
  }

  /** @param {string} command @param {Choice[]} group @param {Choice} [main] */
  #group(command, group, main) {
    const title = command[0].toUpperCase() + command.slice(1);
    // a choice that asks for text needs more than a click, so it shouldn't be hidden
    const clickable = group.every((choice) => choice.spots.length && !choice.asks);
    if (!clickable || group.length <= MAX_UNFOLDED) {
      const heading = make("h3", { id: `choices-${command}` }, title);
      return make("div", { role: "group", "aria-labelledby": heading.id }, heading, this.#row(group, main));
    }
    const summary = make("summary", {}, `${title}: all ${group.length} as buttons`);
    return make("details", { id: `choices-${command}` }, summary, this.#row(group, main));
  }

  /**
   * Restore the focus to the same button if it still exists, or to the choices.
   *
   * @param {string | null} command
   */
  #refocus(command) {
    const buttons = [...this.host.querySelectorAll("button")];
    const same = buttons.find((button) => button.dataset.command === command && button.offsetParent);
    (same ?? this.host).focus({ preventScroll: true });
  }
}

/**
 * The choice to highlight: the main one, or the only one. Adding a bot isn't, because inviting people comes first, and
 * taking a move back isn't either.
 *
 * @param {Choice[]} choices
 */
function primary(choices) {
  const only = choices.length === 1 && !["bot", "undo"].includes(choices[0].command) ? choices[0] : undefined;
  return choices.find((choice) => choice.role === "main") ?? only;
}
