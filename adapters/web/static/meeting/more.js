/** The menu behind a person's name and More…: what is seldom needed, and on a phone what has no room elsewhere. */

import { actButton } from "../acts.js";
import { confirm, display } from "../dialog.js";
import { make } from "../dom.js";
import { p, t } from "../language.js";
import { invite } from "../people/share.js";
import { themeButton } from "../theme.js";
import { reading } from "./reading.js";

/** @typedef {import("./room.js").Room} Room @typedef {import("./room.js").Act} Act */

// what has its own place on the page
const ELSEWHERE = new Set(["note", "say", "vote", "group", "insight", "action", "rate", "join", "start", "clock", "next", "back", "done", "nudge", "longer", "thanks", "title", "hide", "topic", "edit", "keep"]);

/** @param {Room} room @param {{press: (act: Act) => Promise<unknown>, keys: () => void}} page */
export function menu(room, page) {
  return [phoneOnly(room, page), acts(room, page), ownChoices(room, page)].filter((part) => part !== null);
}

/** What a laptop shows at the top and at the bottom. @param {Room} room @param {{press: (act: Act) => Promise<unknown>}} page */
function phoneOnly(room, page) {
  const { meeting } = room.page;
  const finished = (meeting?.steps ?? []).filter((step) => step.state === "done");
  const lead = room.leads ? room.page.acts.filter((act) => ["back", "clock", "nudge"].includes(act.command.split(" ")[0])) : [];
  return make(
    "div",
    { class: "row phone-only" },
    ...lead.map((act) => closing(actButton(act, page.press, false))),
    ...finished.map((step) => closing(make("button", { type: "button", onclick: () => display(step.title, reading(room, step.key)) }, t("Read: {step}", { step: step.title })))),
    closing(make("button", { type: "button", onclick: () => invite(room.page, true) }, t("Invite"))),
  );
}

/** @param {Room} room @param {{press: (act: Act) => Promise<unknown>}} page */
function acts(room, page) {
  const offered = room.watching ? [] : room.page.acts.filter((act) => !ELSEWHERE.has(act.command.split(" ")[0]));
  const handing = offered.filter((act) => act.command.startsWith("lead "));
  const others = offered.filter((act) => !handing.includes(act));
  if (!offered.length) return null;
  return make("div", { class: "row" }, ...others.map((act) => closing(actButton(act, page.press, false))), handOver(handing, page));
}

/** @param {Act[]} acts @param {{press: (act: Act) => Promise<unknown>}} page */
function handOver(acts, page) {
  if (!acts.length) return null;
  const choice = (/** @type {Act} */ act) => closing(actButton(act, page.press, false));
  return closing(make("button", { type: "button", onclick: () => display(t("Hand over"), acts.map(choice)) }, t("Hand over…")));
}

/** @param {Room} room @param {{keys: () => void}} page */
function ownChoices(room, page) {
  const theme = /** @type {HTMLButtonElement} */ (make("button", { type: "button" }, t("Dark")));
  themeButton(theme);
  const seated = room.page.seat !== null && room.page.phase !== "over" && !room.watching;
  return make(
    "div",
    { class: "row" },
    theme,
    closing(make("button", { type: "button", onclick: page.keys }, t("Keys"))),
    seated ? closing(make("button", { type: "button", onclick: () => room.say("leave") }, p("a meeting", "Leave"))) : null,
    seated && room.page.host ? closing(make("button", { type: "button", onclick: () => end(room) }, t("End it"))) : null,
    make("a", { class: "button", href: "/" }, t("Front page")),
  );
}

/** @param {Room} room */
async function end(room) {
  if (await confirm(t("End the meeting?"), t("This ends it for everybody. What is on the board goes into a summary; notes that are still face down don’t."), t("End it"), "danger"))
    await room.say("end sure");
}

/** A button that closes the menu first. @param {HTMLElement} button */
function closing(button) {
  button.addEventListener("click", () => button.closest("dialog")?.close(), { capture: true });
  return button;
}

/** The keys of the board, in a dialog. */
export function showKeys() {
  const keys = [
    ["↑ ↓ ← →", t("Go from note to note")], ["G", t("Put the note with another")], ["U", t("Take it out of its group")],
    ["F2", t("Rename its group")], [p("key", "Enter"), t("What can be done with it")], ["?", t("This list")],
  ];
  const rows = keys.map(([key, does]) => make("tr", {}, make("th", { scope: "row" }, make("kbd", {}, key)), make("td", {}, does)));
  return display(t("Keys"), [make("table", { class: "keys" }, make("tbody", {}, ...rows))]);
}
