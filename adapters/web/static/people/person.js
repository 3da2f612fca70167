/** The person at this page: their name, their other devices, and somebody else at the same computer. */

import { whileBusy } from "../acts.js";
import { minutesAndSeconds } from "../clock.js";
import { embedded } from "../connection/embedded.js";
import {
  NAME_LIMIT, SOMEBODY_ELSE, arrivesAt, becomeOneself, becomeSomebodyElse, forgetArrival, keepName, myName, seatSecret, tabId,
} from "../connection/identity.js";
import { FORGETFUL, keepsCookies, request } from "../connection/session.js";
import { ask, confirm, display } from "../dialog.js";
import { byId, make } from "../dom.js";
import { language, t } from "../language.js";
import { inTab } from "../storage.js";
import { languageMenu, speak } from "./language_menu.js";
import { ownName } from "./players.js";
import { linkField, localHint, shared } from "./share.js";

/** @typedef {import("../connection/socket.js").Page} Page @typedef {import("../connection/socket.js").You} You */

const UNREACHABLE = t("I can’t reach the server right now. Please try again in a moment.");
const FOLLOWED = "followed language"; // in the tab's storage, so that no page is loaded again and again
const FROM_ELSEWHERE =
  t("This personal link opens a seat here on this device too. It works once. If somebody sent it to you, it’s their seat: just watch, or take your own.");

export class PersonHere {
  /** @type {You} */
  #you = { seated: "", carried: false, others: [] };
  /** the name at the table, once seated */
  #seated = "";

  /**
   * @param {string} path
   * @param {{say: (line: string) => Promise<unknown>, hello: () => void, note: (sentence: string, ...actions: Node[]) => void,
   *   more?: () => HTMLElement[]}} page  `more`: what a meeting adds to the menu about oneself
   */
  constructor(path, page) {
    this.path = path;
    this.page = page;
    byId("me").textContent = myName() || t("Choose a name");
    byId("rename").addEventListener("click", () => (embedded || page.more || this.#seated || tabId() || this.#you.others.length ? this.open() : this.chooseName()));
    if (seatSecret) this.#takeSeat(seatSecret);
  }

  /** The server knows who this is. @param {You} you */
  recognise(you) {
    this.#you = you;
    this.#follow(you.language ?? language);
    if (you.given) byId("me").textContent = you.seated || you.given;
    if (!arrivesAt(this.path)) return;
    if (!keepsCookies && !embedded) this.page.note(FORGETFUL);
    else if (you.seated && !this.page.more && !embedded) this.#welcome(you.seated);
  }

  /** @param {string} name */
  #welcome(name) {
    const missed = make("button", { type: "button" }, t("What did I miss?"));
    missed.addEventListener("click", () => whileBusy(missed, () => this.page.say("missed")));
    this.page.note(t("Welcome back, {name}.", { name }), missed);
  }

  /** @param {Page} page */
  show(page) {
    this.#seated = page.seat === null ? "" : this.#nameAt(page.chairs[page.seat]);
    byId("me").textContent = this.#seated || this.#you.given || myName() || t("Choose a name");
    byId("rename").title = t("Your name, your other devices, others at this computer");
  }

  /** At a meeting, everybody learns of a newcomer a little later, this page included. @param {import("../connection/socket.js").Chair | undefined} chair */
  #nameAt(chair) {
    return chair ? ownName(chair) : this.#you.seated || myName();
  }

  /** Whether it is known who is here, asking for a name if necessary. */
  async isKnown() {
    return Boolean(this.#you.given) || this.#seated !== "" || this.#you.seated !== "" || myName() !== "" || this.chooseName();
  }

  /** Ask for a name; false if cancelled. */
  async chooseName() {
    const name = await ask({
      title: t("What should we call you?"),
      label: t("Your name"),
      hint: t("Everybody here will see it."),
      value: this.#seated || myName(),
      limit: NAME_LIMIT,
      button: t("That’s me"),
      after: [this.#languages()],
    });
    if (name === null) return false;
    keepName(name);
    if (this.#seated && name !== this.#seated) await this.page.say(`name ${name}`);
    byId("me").textContent = name;
    this.page.hello();
    return true;
  }

  /** Show what can be done about oneself. */
  open() {
    const name = this.#seated || myName();
    const actions = this.page.more?.() ?? [];
    if (embedded) return display(t("You’re {name}", { name: this.#seated || this.#you.given }), actions); // the chat says who that is
    actions.push(this.#action(name ? t("Change your name") : t("Choose a name"), t("Here, and the next time."), () => this.chooseName()));
    if (this.#seated) {
      actions.push(this.#action(t("Use another device"), t("Carry your seat to your phone with a QR code or a link."), () => this.#carry()));
      if (!this.#you.carried) {
        actions.push(this.#action(t("Take your seat back"), t("Other devices that you carried it to no longer act as you."), () => this.#takeBack()));
      }
    }
    actions.push(
      make(
        "div",
        { class: "action" },
        make("a", { class: "button", href: `${this.path}${SOMEBODY_ELSE}`, target: "_blank", rel: "noopener" }, t("Somebody else at this computer")),
        make("p", { class: "hint" }, t("Opens a tab for another person, with a name and a seat of their own.")),
      ),
    );
    for (const other of this.#you.others) {
      const become = () => this.#become(() => becomeSomebodyElse(other.tab, other.name));
      actions.push(this.#action(t("Continue as {name}", { name: other.name }), t("They are at this computer too. This tab becomes theirs."), become));
    }
    if (tabId()) {
      const become = () => this.#become(becomeOneself);
      actions.push(this.#action(t("Back to this browser’s own person"), t("This tab is somebody else’s so far."), become));
    }
    actions.push(this.#languages());
    return display(name ? t("You’re {name}", { name }) : t("You"), actions);
  }

  /** What is chosen here counts, whatever this person told the table before. */
  #languages() {
    return languageMenu(async (tag) => {
      inTab.remove(FOLLOWED);
      if (this.#seated) await this.page.say("me language any");
      speak(tag);
    });
  }

  /** The table speaks another language with this person, because they told it so: then the page does, too. @param {string} tag */
  #follow(tag) {
    if (tag === language || inTab.get(FOLLOWED) === tag) return;
    inTab.set(FOLLOWED, tag);
    speak(tag);
  }

  /** @param {string} label @param {string} hint @param {() => unknown} act */
  #action(label, hint, act) {
    const button = make("button", { type: "button" }, label);
    button.addEventListener("click", () => {
      button.closest("dialog")?.close();
      act();
    });
    return make("div", { class: "action" }, button, make("p", { class: "hint" }, hint));
  }

  /** Start over as the other person. @param {() => void} change */
  #become(change) {
    change();
    location.reload();
  }

  /** Show a personal link to this seat. */
  async #carry() {
    const made = await post(`${this.path}/link`, { tab: tabId() });
    if (made.problem) return this.page.note(made.problem);
    const link = shared(made.link);
    const left = make("p", { class: "hint", role: "timer" });
    const stop = countDown(left, made.seconds);
    const code = { class: "code", alt: t("QR code of your personal link"), width: 240, height: 240 };
    await display(t("Use another device"), [
      make("p", {}, t("Scan this with your phone, or open the link there. It works once, and whoever uses it acts as you: don’t pass it on.")),
      make("img", { ...code, src: `data:image/svg+xml,${encodeURIComponent(made.qr)}`, id: "seat-code" }),
      ...linkField("seat-link", t("Your personal link"), link),
      left,
      localHint(link),
    ]);
    stop();
    return undefined;
  }

  /** The link was used: the dialog with it is of no use any more. @param {string} sentence */
  carried(sentence) {
    /** @type {HTMLDialogElement | null | undefined} */ (document.getElementById("seat-code")?.closest("dialog"))?.close();
    const back = make("button", { type: "button" }, t("Take it back"));
    back.addEventListener("click", () => whileBusy(back, () => this.#takeBack()));
    this.page.note(sentence, ...(this.#you.carried ? [] : [back]));
  }

  /** End the seat on all other devices. */
  async #takeBack() {
    const done = await post(`${this.path}/take-back`, { tab: tabId() });
    this.page.note(done.problem ?? (done.ended ? t("Your seat is on this device only.") : t("Your seat was on no other device.")));
  }

  /** This page was opened with a personal link. @param {string} secret */
  async #takeSeat(secret) {
    if (!(await confirm(t("Continue on this device?"), FROM_ELSEWHERE, t("Continue here")))) return;
    const taken = await post(`${this.path}/seat`, { secret });
    if (taken.problem) return this.page.note(taken.problem);
    becomeOneself();
    forgetArrival(this.path);
    location.reload();
    return undefined;
  }
}

/** @param {string} address @param {object} data @returns {Promise<any>}  with a `problem` if it failed */
async function post(address, data) {
  const answer = await request(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(data),
  });
  return (await answer?.json().catch(() => null)) ?? { problem: UNREACHABLE };
}

/** Show how long a link is valid; counted without the clock, which may be wrong. @param {HTMLElement} host @param {number} seconds */
function countDown(host, seconds) {
  const end = performance.now() + seconds * 1000;
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    host.textContent = left
      ? t("Valid for {time}.", { time: minutesAndSeconds(left) })
      : t("It has expired. Close this, and get a new one.");
  };
  tick();
  const timer = setInterval(tick, 1000);
  return () => clearInterval(timer);
}
