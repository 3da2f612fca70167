/** The bar at the bottom: I'm done, the clock, and for the facilitator what moves the meeting on. */

import { whileBusy } from "../acts.js";
import { byId, make, plain, show } from "../dom.js";
import { commas, n, pieces, t } from "../language.js";
import { keyed } from "./parts/keyed.js";

/** @typedef {import("./room.js").Room} Room @typedef {import("./room.js").Act} Act */

const SURE_SECONDS = 5; // that Next asks whether to move on without those who aren't done
const DOING = /** @type {Record<string, string>} */ ({
  stage: t("Still answering: {names}"), review: t("Still looking: {names}"), reflect: t("Still writing: {names}"), group: t("Still grouping: {names}"),
  vote: t("Still voting: {names}"), actions: t("Still to agree: {names}"), close: t("Still to answer: {names}"),
});

export class Bar {
  /** while Next asks @type {{about: string, timer: number} | null} */
  #asking = null;
  #redraw = () => {};

  /**
   * @param {Room} room
   * @param {{press: (act: Act) => Promise<unknown>, clock: (host: HTMLElement) => void, more: () => void}} page
   */
  constructor(room, page) {
    this.room = room;
    this.page = page;
    this.host = byId("bar");
  }

  show() {
    const { room } = this;
    show(this.host, room.page.phase === "playing" && !room.watching);
    if (room.page.phase !== "playing" || room.watching) return;
    keyed(this.host, [
      { key: "left", sign: [room.leads, this.#back()?.button, this.room.progress], draw: () => this.#left() },
      { key: "clock", sign: this.#clockActs().map((act) => [act.button, plain(act.label)]), draw: () => this.#clock() },
      { key: "right", sign: this.#rightSign(), draw: () => this.#right() },
    ]);
    const time = this.host.querySelector(".clock");
    if (time && !time.hasAttribute("data-runs")) {
      time.setAttribute("data-runs", "");
      this.page.clock(/** @type {HTMLElement} */ (time));
    }
  }

  // --- left ---------------------------------------------------------------------------------------------------------

  #back() {
    return this.room.leads ? this.room.act("back") : undefined;
  }

  #left() {
    const back = this.#back();
    const words = this.room.leads ? t("You facilitate") : this.room.progress;
    return make("div", { class: "left" }, back ? this.#button(back, `‹ ${plain(back.label).replace(": ", " ")}`, "back control") : null, make("p", { class: "hint" }, words));
  }

  // --- clock --------------------------------------------------------------------------------------------------------

  #clockActs() {
    return this.room.leads ? this.room.page.acts.filter((act) => act.command.split(" ")[0] === "clock") : [];
  }

  #clock() {
    const acts = this.#clockActs();
    const named = (/** @type {string} */ word, /** @type {string} */ label, /** @type {string} */ described) => {
      const act = acts.find((each) => each.command === `clock ${word}`);
      return act ? this.#button(act, label, "control", described) : null;
    };
    const time = make("p", { class: "clock", role: "timer", hidden: true });
    return make(
      "div", { class: "middle" },
      named("-1", "−1", t("One minute less")), time, named("+1", "+1", t("One minute more")),
      named("pause", t("Pause"), t("Pause the clock")), named("resume", t("Resume"), t("Let the clock run again")),
    );
  }

  // --- right --------------------------------------------------------------------------------------------------------

  #rightSign() {
    const { room } = this;
    const { phase, finished, missing, people, time_is_up: up } = room.meeting;
    const buttons = ["next", "nudge", "done"].map((command) => room.act(command)?.button);
    return [room.leads, phase, finished, missing, people, up, buttons, room.page.seat === null, this.room.progress];
  }

  #right() {
    return make("div", { class: "right" }, ...(this.room.leads ? this.#leading() : this.#takingPart()));
  }

  #leading() {
    const { room } = this;
    const next = room.act("next");
    const nudge = room.act("nudge");
    const others = room.meeting.missing.filter((seat) => seat !== room.page.seat);
    const names = others.map((seat) => room.nameOf(seat)).filter(Boolean);
    const waiting = room.meeting.phase === "discuss" || !names.length ? this.room.progress : pieces(DOING[room.meeting.phase], { names: commas(names) }).join("");
    return [
      make("p", { class: "hint waiting" }, waiting),
      make("button", { type: "button", class: "more-button", onclick: () => this.page.more() }, t("More…")),
      nudge && names.length && room.meeting.phase !== "discuss" ? this.#button(nudge, t("Nudge"), "control") : null,
      next ? this.#next(next) : null,
    ];
  }

  /** People who aren't done are counted: their names stand beside it. @param {Act} act */
  #question(act) {
    const named = (act.note ?? []).filter((part) => typeof part !== "string").length;
    const people = this.room.meeting.missing.length;
    return named > 1 ? n("{count} isn’t done. Next anyway?", "{count} aren’t done. Next anyway?", people) : plain(act.note ?? []);
  }

  /** Next asks once more if people aren't done, for a few seconds. @param {Act} act */
  #next(act) {
    const about = `${this.room.meeting.phase} ${plain(act.label)}`;
    const button = make("button", { type: "button", class: "primary forward", "data-focus": "next" });
    const draw = () => {
      const asks = this.#asking?.about === about;
      button.textContent = asks ? this.#question(act) : `${plain(act.label)} ›`;
      button.classList.toggle("asking", asks);
    };
    const calm = () => {
      clearTimeout(this.#asking?.timer);
      this.#asking = null;
      this.#redraw();
    };
    button.addEventListener("click", () =>
      whileBusy(button, async () => {
        if (!act.grave) return void (await this.room.press(act));
        if (this.#asking?.about === about) {
          calm();
          return void (await this.room.pressSurely(act));
        }
        this.#asking = { about, timer: setTimeout(calm, SURE_SECONDS * 1000) };
        draw();
      }),
    );
    this.#redraw = draw; // whatever is drawn anew meanwhile still asks
    draw();
    return button;
  }

  #takingPart() {
    const act = this.room.act("done");
    const { finished, phase, time_is_up: up } = this.room.meeting;
    const more = make("button", { type: "button", class: "more-button", onclick: () => this.page.more() }, t("More…"));
    if (!act || (phase === "discuss" && up && !finished)) return [more]; // then the topic asks
    const words = phase === "discuss" ? t("You’d move on.") : t("You’re done.");
    return [finished ? make("p", { class: "hint" }, words) : null, more, this.#button(act, plain(act.label), "done")];
  }

  /** @param {Act} act @param {string} label @param {string} style @param {string} [described] */
  #button(act, label, style, described = "") {
    const button = make("button", { type: "button", class: style, "aria-label": described || null, "data-focus": `bar:${act.command}` }, label);
    button.addEventListener("click", () => whileBusy(button, async () => void (await this.page.press(act))));
    return button;
  }
}
