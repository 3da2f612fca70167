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
  #asking = 0; // a timer, while Next asks

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
      { key: "left", sign: [room.leads, this.#back()?.button, this.#done], draw: () => this.#left() },
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

  get #done() {
    const { done, people, phase, longer } = this.room.meeting;
    if (phase === "discuss") return [longer ? `${longer} for more time` : "", done ? `${done} for moving on` : ""].filter(Boolean).join(", ");
    return done >= people && people > 0 ? "Everybody’s done." : `${done} of ${people} are done`;
  }

  #left() {
    const back = this.#back();
    const words = this.room.leads ? "You facilitate" : this.#done;
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
    return [room.leads, phase, finished, missing, people, up, buttons, room.page.seat === null, this.#done];
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
    const waiting = room.meeting.phase === "discuss" || !names.length ? this.#done : `${DOING[room.meeting.phase]}: ${names.join(", ")}`;
    return [
      make("p", { class: "hint waiting" }, waiting),
      make("button", { type: "button", class: "more-button", onclick: () => this.page.more() }, "More…"),
      nudge && others.length ? this.#button(nudge, "Nudge", "control") : null,
      next ? this.#next(next, others.length) : null,
    ];
  }

  /** Next asks once more if people aren't done, for a few seconds. @param {Act} act @param {number} missing */
  #next(act, missing) {
    const label = `${plain(act.label)} ›`;
    const button = make("button", { type: "button", class: "primary forward", "data-focus": "next" }, label);
    const calm = () => {
      clearTimeout(this.#asking);
      this.#asking = 0;
      button.textContent = label;
      button.classList.remove("asking");
    };
    button.addEventListener("click", () =>
      whileBusy(button, async () => {
        if (!act.grave) return void (await this.room.press(act));
        if (this.#asking) {
          calm();
          return void (await this.room.pressSurely(act));
        }
        button.textContent = missing ? `${missing} ${missing === 1 ? "isn’t" : "aren’t"} done. Next anyway?` : "Nobody has written anything. Next anyway?";
        button.classList.add("asking");
        this.#asking = setTimeout(calm, SURE_SECONDS * 1000);
      }),
    );
    clearTimeout(this.#asking);
    this.#asking = 0;
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
