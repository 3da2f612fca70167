/** The top of the page: title, steps, people, and below it what the phase asks. */

import { whileBusy } from "../acts.js";
import { display } from "../dialog.js";
import { bold, byId, make, plain, show } from "../dom.js";
import { n, pieces, t } from "../language.js";
import { keyed } from "./parts/keyed.js";
import { reading } from "./reading.js";

/** @typedef {import("./room.js").Room} Room */

/** @param {string} title */
function finished(title) {
  const hidden = (/** @type {string} */ words) => make("span", { class: "visually-hidden" }, words);
  return pieces(t("<hidden>Finished: </hidden>{step}"), { hidden, step: title });
}

export class Top {
  /** pairs that this person doesn't think alike @type {Set<string>} */
  #unlike = new Set();

  /** @param {Room} room */
  constructor(room) {
    this.room = room;
  }

  show() {
    const { page, watching } = this.room;
    const { meeting } = page;
    byId("title").textContent = page.title;
    byId("big").setAttribute("href", `${page.address}/screen`);
    byId("people").replaceChildren(...this.#people());
    keyed(byId("steps"), (meeting?.steps ?? []).map((step) => ({ key: step.title, sign: step.state, draw: () => this.#step(step) })));
    show(byId("asked"), Boolean(meeting) && page.phase === "playing");
    if (!meeting || page.phase !== "playing") return;
    byId("question").textContent = this.#question(meeting);
    byId("hint").replaceChildren(...(watching ? [] : this.#hint(meeting)));
    keyed(byId("aside"), watching && meeting.phase !== "reflect" ? [] : this.#aside());
  }

  /** The topic itself stands below, and larger. @param {import("./room.js").Meeting} meeting */
  #question({ phase, question, agenda, current }) {
    const at = current === null ? 0 : agenda.indexOf(current) + 1;
    return phase === "discuss" && at ? t("Topic {number} of {count}", { number: at, count: agenda.length }) : plain(question);
  }

  #people() {
    const { meeting, chairs } = this.room.page;
    const people = meeting?.people ?? chairs.length;
    if (!meeting || meeting.phase === "discuss" || this.room.page.phase !== "playing") return [n("{count} person", "{count} people", people)];
    return pieces(n("{count} person · <b>{done} done</b>", "{count} people · <b>{done} done</b>", people, { done: meeting.done }), { b: bold });
  }

  /** @param {import("./room.js").Meeting["steps"][number]} step */
  #step({ key, title, state }) {
    const open = () => display(title, reading(this.room, key));
    const done = () => make("button", { type: "button", class: "quiet", "aria-haspopup": "dialog", onclick: open, "data-focus": `step:${title}` }, make("span", { "aria-hidden": "true" }, "✓"), ...finished(title));
    return make("li", { class: state, "aria-current": state === "now" ? "step" : null }, state === "done" ? done() : make("span", {}, title));
  }

  /** @param {import("./room.js").Meeting} meeting */
  #hint(meeting) {
    switch (meeting.phase) {
      case "reflect":
        return [meeting.anonymous ? t("Enter adds a note; each line is one. Notes have no names.") : t("Enter adds a note; each line is one. Notes have your name.")];
      case "group":
        return pieces(t("Drag one onto another, or choose one and press <kbd>G</kbd>"), { kbd: (/** @type {string} */ key) => make("kbd", {}, key) });
      case "vote":
        return [t("Several dots on one topic are fine.")];
      default:
        return [];
    }
  }

  /** What is beside the question: notes that look alike, or the dots that are left. */
  #aside() {
    const { meeting } = this.room;
    if (meeting.phase === "vote") {
      const left = n("{count} dot left", "{count} dots left", meeting.left);
      return [{ key: "dots", sign: left, draw: () => make("p", { class: "dots-left", role: "status" }, left) }];
    }
    if (meeting.phase === "reflect") {
      const others = this.room.faceDown;
      return others ? [{ key: "down", sign: others, draw: () => make("p", { class: "hint" }, t("{count} face down", { count: others })) }] : [];
    }
    const pair = meeting.phase === "group" ? meeting.alike.find((each) => !this.#unlike.has(each.join())) : undefined;
    if (!pair) return [];
    return [{ key: "alike", sign: [pair, pair.map((key) => this.#title(key))], draw: () => this.#alike(pair) }];
  }

  /** @param {number} key */
  #title(key) {
    const topic = this.room.topicOf(key);
    return topic ? this.room.titleOf(topic) : "";
  }

  /** @param {[number, number]} pair */
  #alike(pair) {
    const [one, other] = pair;
    const yes = make("button", { type: "button", class: "small", "data-focus": "alike" }, t("Put together"));
    yes.addEventListener("click", () => whileBusy(yes, async () => void (await this.room.say(`group ${other} with ${one}`))));
    const no = make("button", { type: "button", class: "small", "aria-label": t("No, these aren’t alike"), onclick: () => (this.#unlike.add(pair.join()), this.show()) }, t("No"));
    return make("div", { class: "alike", role: "group", "aria-label": t("These look alike") }, make("p", {}, ...pieces(t("Alike? {one} + {other}"), { one: bold(this.#title(one)), other: bold(this.#title(other)) })), yes, no);
  }
}
