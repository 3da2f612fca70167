/** The players: whose turn it is and who is here, with text and shapes as well as colours, and what helps the table along. */

import { whileBusy } from "../acts.js";
import { bold, make } from "../dom.js";
import { commas, locale, p, pieces, t } from "../language.js";

/**
 * @typedef {import("../connection/socket.js").Page} Page
 * @typedef {import("../connection/socket.js").Chair} Chair
 * @typedef {import("../connection/socket.js").Presence} Presence
 */

const SHAPES = 4; // circle, square, hexagon, diamond: as on the boards
const COLOURS = 7;
const PATIENCE = 60_000; // milliseconds until somebody who is here can be reminded, as on the server
const DAY = 24 * 3600; // seconds

/** The name without “(bot)” or “(away)”, which is shown separately. @param {Chair} chair */
export function ownName(chair) {
  return chair.own ?? chair.name;
}

/** Whether this person may change the table. @param {Page} page */
export function hasSay(page) {
  return page.host || page.seat !== null;
}

export class Players {
  /** @type {Page | null} */
  #page = null;
  /** @type {Presence[]} */
  #presence = [];
  #sequence = -1;
  #changed = performance.now(); // not the clock, which may be wrong or set
  #drawn = "";

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} waiting  where to say what can be done about those the game waits for
   * @param {boolean} watching
   * @param {(line: string) => Promise<import("../connection/socket.js").Reply[]>} say
   * @param {(sentence: string) => void} note
   * @param {() => void} drawn  called whenever the list is new
   */
  constructor(list, waiting, watching, say, note, drawn) {
    this.list = list;
    this.waiting = waiting;
    this.watching = watching;
    this.say = say;
    this.note = note;
    this.drawn = drawn;
    setInterval(() => this.#draw(), PATIENCE / 10);
  }

  /** @param {Page} page */
  show(page) {
    if (page.sequence !== this.#sequence) this.#changed = performance.now();
    this.#sequence = page.sequence;
    this.#page = page;
    this.#draw();
  }

  /** @param {Presence[]} presence  by seat */
  showPresence(presence) {
    this.#presence = presence;
    this.#draw();
  }

  /** Draw again only what has changed: somebody may be about to press a button. */
  #draw() {
    const page = this.#page;
    if (!page) return;
    const waited = performance.now() - this.#changed >= PATIENCE;
    const key = JSON.stringify([page.chairs, page.seat, page.host, page.phase, page.holdings, this.#presence, waited]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.list.replaceChildren(...page.chairs.map((chair, seat) => this.#player(chair, seat, page)));
    this.waiting.replaceChildren(...page.chairs.flatMap((chair, seat) => this.#awaited(chair, seat, page, waited)));
    this.drawn();
  }

  /** @param {Chair} chair @param {number} seat @param {Page} page */
  #player(chair, seat, page) {
    const turn = chair.awaited && page.phase === "playing";
    const presence = page.phase === "over" ? null : (this.#presence[seat] ?? null);
    const tags = [
      seat === page.seat ? p("player", "you") : "",
      chair.host ? p("player", "host") : "",
      chair.automatic ? p("player", "automatic") : "",
      presence && !presence.here && seat !== page.seat ? away(presence.since, page.now) : "",
    ].filter(Boolean);
    const mark = make("span", {
      class: `token shape-${seat % SHAPES} colour-${seat % COLOURS}`,
      "aria-hidden": "true",
    });
    return make(
      "li",
      { class: turn ? "turn" : null, "aria-current": turn ? "true" : null },
      mark,
      make(
        "span",
        { class: "person" },
        make("span", { class: "who" }, ownName(chair)),
        presence?.here ? make("span", { class: "here", role: "img", "aria-label": t("is here"), title: t("Here") }) : null,
        tags.length ? " " : null,
        tags.length ? make("span", { class: "tags" }, commas(tags)) : null,
      ),
      turn ? make("span", { class: "turn-mark" }, seat === page.seat && !chair.automatic ? t("your turn") : t("to play")) : null,
      this.#removal(chair, page),
      holdings(page.holdings[seat] ?? []),
    );
  }

  /** In the lobby: the button that removes an automatic player. @param {Chair} chair @param {Page} page */
  #removal(chair, page) {
    if (this.watching || !hasSay(page) || page.phase !== "lobby" || !chair.automatic) return null;
    const name = ownName(chair);
    return this.#button(t("Remove"), t("Remove {name}", { name }), () => this.say(`bot off ${name}`));
  }

  /**
   * What this person can do about another one who is away, or whom the game has been waiting for.
   *
   * @param {Chair} chair
   * @param {number} seat
   * @param {Page} page
   * @param {boolean} waited
   */
  #awaited(chair, seat, page, waited) {
    const isAway = this.#presence[seat]?.here === false;
    const isOther = chair.awaited && !chair.automatic && seat !== page.seat;
    if (this.watching || !hasSay(page) || page.phase !== "playing" || !isOther || !(isAway || waited)) return [];
    const name = ownName(chair);
    const mayCover = page.host || page.acts.some((act) => act.command.startsWith("cover "));
    const since = this.#presence[seat]?.since ?? null;
    const state = !isAway
      ? t("<b>{name}</b> is taking a while.")
      : since === null
        ? t("<b>{name}</b> is away.")
        : t("<b>{name}</b> has been away since {time}.");
    return [
      make(
        "div",
        { class: "row" },
        make("p", {}, ...pieces(state, { b: bold, name, time: timeOf(since ?? 0, page.now) })),
        this.#button(t("Remind"), t("Remind {name}", { name }), () => this.#remind(name, seat, isAway)),
        mayCover ? this.#button(t("Let a bot stand in"), t("Let a bot stand in for {name}", { name }), () => this.say(`cover #${seat}`)) : null,
      ),
    ];
  }

  /** @param {string} name @param {number} seat @param {boolean} isAway */
  async #remind(name, seat, isAway) {
    const refusals = await this.say(`nudge #${seat}`);
    if (isAway && !refusals.length) this.note(t("{name} doesn’t have this page open. If you can reach them elsewhere, send them the link: “Invite” has it.", { name }));
  }

  /** @param {string} label @param {string} described @param {() => Promise<unknown>} act */
  #button(label, described, act) {
    const button = make("button", { type: "button", class: "small", "aria-label": described }, label);
    button.addEventListener("click", () => whileBusy(button, act));
    return button;
  }
}

/** The cards in front of somebody; some can be clicked like a part of the board. @param {import("../connection/socket.js").Holding[]} held */
function holdings(held) {
  if (!held.length) return null;
  const card = (/** @type {import("../connection/socket.js").Holding} */ { title, kind, sort, spot }) =>
    make("button", { type: "button", class: "holding", "data-kind": sort ?? "", "data-spot": spot, "data-card": title }, `${kind}: ${title}`);
  return make("span", { class: "holdings" }, ...held.map(card));
}

/** Since when somebody is away, by the server's clock. @param {number | null} since @param {number} now */
function away(since, now) {
  return since === null ? t("away") : t("away since {time}", { time: timeOf(since, now) });
}

/** @param {number} since @param {number} now */
function timeOf(since, now) {
  const time = { hour: "2-digit", minute: "2-digit" };
  const when = now - since < DAY ? time : { ...time, month: "short", day: "numeric" };
  return new Date(since * 1000).toLocaleString(locale, /** @type {Intl.DateTimeFormatOptions} */ (when));
}
