/** The bar at the bottom: I'm done, the clock, and for the facilitator what moves the meeting on. */

import { whileBusy } from "../acts.js";
import { byId, make, plain, show } from "../dom.js";
import { keyed } from "./keyed.js";

/** @typedef {import("./room.js").Room} Room @typedef {import("./room.js").Act} Act */

const SURE_SECONDS = 5; // that Next asks whether to move on without those who aren't done
const DOING = /** @type {Record<string, string>} */ ({
  stage: "Still answering", review: "Still looking", reflect: "Still writing", group: "Still grouping", vote: "Still voting", actions: "Still to agree", close: "Still to answer",
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
    const words = this.room.leads ? "You facilitate" : this.room.progress;
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
      named("-1", "−1", "One minute less"), time, named("+1", "+1", "One minute more"),
      named("pause", "Pause", "Pause the clock"), named("resume", "Resume", "Let the clock run again"),
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
    const waiting = room.meeting.phase === "discuss" || !names.length ? this.room.progress : `${DOING[room.meeting.phase]}: ${names.join(", ")}`;
    return [
      make("p", { class: "hint waiting" }, waiting),
      make("button", { type: "button", class: "more-button", onclick: () => this.page.more() }, "More…"),
      nudge && names.length && room.meeting.phase !== "discuss" ? this.#button(nudge, "Nudge", "control") : null,
      next ? this.#next(next) : null,
    ];
  }

  /** People who aren't done are counted: their names stand beside it. @param {Act} act */
  #question(act) {
    const words = plain(act.note ?? []);
    const people = /^(\d+) people /.exec(words)?.[1];
    return people ? `${people} aren’t done. Next anyway?` : words;
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
    const more = make("button", { type: "button", class: "more-button", onclick: () => this.page.more() }, "More…");
    if (!act || (phase === "discuss" && up && !finished)) return [more]; // then the topic asks
    const words = phase === "discuss" ? "You’d move on." : "You’re done.";
    return [finished ? make("p", { class: "hint" }, words) : null, more, this.#button(act, plain(act.label), "done")];
  }

  /** @param {Act} act @param {string} label @param {string} style @param {string} [described] */
  #button(act, label, style, described = "") {
    const button = make("button", { type: "button", class: style, "aria-label": described || null, "data-focus": `bar:${act.command}` }, label);
    button.addEventListener("click", () => whileBusy(button, async () => void (await this.page.press(act))));
    return button;
  }
}
