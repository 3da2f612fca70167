/** What a table's page shows of its workshop: the team, the clock of all teams, a pause, and what the trainer says. */

import { whileBusy } from "../acts.js";
import { Clock } from "../clock.js";
import { claimLuck } from "../connection/identity.js";
import { withSession } from "../connection/session.js";
import { ask } from "../dialog.js";
import { byId, make, plain, richText, show } from "../dom.js";
import { t } from "../language.js";

/** @typedef {import("../connection/socket.js").Page} Page */

const SPOKE = new Set(["table.trainer_spoke", "table.exercise_ended"]);
const WORDS = 300; // characters of a question

export class Exercise {
  /** @type {Page | null} */
  #page = null;
  #heard = 0; // the last event in which the trainer spoke

  /**
   * @param {import("../clock.js").ServerTime} time
   * @param {(line: string) => Promise<unknown>} say
   */
  constructor(time, say) {
    this.clock = new Clock(byId("exercise"), time);
    const button = byId("ask-trainer");
    button.addEventListener("click", () =>
      whileBusy(button, async () => {
        const question = await ask({ title: t("Ask the trainer"), label: t("Your question"), hint: t("Everybody at this table sees it too."), limit: WORDS, button: t("Ask") });
        if (question !== null) await say(`ask ${question}`);
      }),
    );
  }

  /** A page has arrived: what the trainer says is shown at once. @param {Page} page */
  hear(page) {
    const spoken = (page.steps ?? []).filter((step) => SPOKE.has(step.kind) && step.sequence > this.#heard);
    const last = spoken.at(-1);
    if (!last) return;
    this.#heard = last.sequence;
    const dismiss = make("button", { type: "button", class: "quiet", onclick: () => show(byId("trainer"), false) }, t("Got it"));
    byId("trainer").replaceChildren(make("p", { class: "sentence" }, richText(plain(last.text))), dismiss);
    show(byId("trainer"), true);
  }

  /** @param {Page} page */
  show(page) {
    const before = this.#page;
    this.#page = page;
    this.clock.show(page.exercise);
    show(byId("paused"), page.paused);
    show(byId("invite"), page.team === ""); // people come in by the workshop's link
    if (page.team) claimLuck(page.table);
    show(byId("ask-trainer"), page.team !== "" && page.seat !== null);
    if (!page.elsewhere) return;
    if (before && before.seat !== null) location.assign(withSession(page.elsewhere)); // they were moved just now
    else this.#showTheWay(page.elsewhere);
  }

  /** @param {string} address */
  #showTheWay(address) {
    byId("trainer").replaceChildren(make("p", {}, t("You’re in another team now.")), make("a", { class: "button", href: address }, t("Go to your team")));
    show(byId("trainer"), true);
  }
}
