/**
 * Plays out what happened since the last page, one event after another, and then shows the page. Whatever goes wrong or
 * comes in between, the current page is shown in the end.
 *
 * @typedef {import("../connection/socket.js").Page} Page @typedef {import("../connection/socket.js").Step} Step
 * @typedef {import("./motion.js").Point} Point
 */

import { plain, richText, show } from "../dom.js";
import { pieces, t } from "../language.js";
import { ownName } from "../people/players.js";
import { inBrowser } from "../storage.js";
import { DEALT } from "./cards.js";
import { canMove, centre, flyCard, pieceIn, points, travel, vanish } from "./motion.js";
import { play } from "./sound.js";

const THINKING = 400; // milliseconds at normal speed, as all of these
const ROLLING = 600;
const STARTING = 160; // of a motion, and for each part that it passes
const PASSING = 110;
const DEALING = 90; // between two cards
const CHANGING = 380; // from one picture to the next
const READING = { least: 250, letter: 11, most: 1_100 };
const LONGEST = 2_800; // a page at normal speed: with more to show, everything is quicker
const MAX_WAITING = 3; // pages; with more to come, the rest is skipped
/** @type {Map<string, {rate: number, label: string}>} by the name that this browser remembers; 0: nothing is played */
const SPEEDS = new Map([
  ["normal", { rate: 1, label: t("Normal speed") }],
  ["fast", { rate: 2, label: t("Fast") }],
  ["none", { rate: 0, label: t("No motion") }],
  ["slow", { rate: 0.5, label: t("Slow") }],
]);
const SPEED = "speed"; // in the browser's storage

/**
 * The other picture: texts are new elements, two numbers are the first element to copy and how many.
 *
 * @param {string} known
 * @param {(number | string)[]} changes
 */
export function patched(known, changes) {
  const before = known.split("<");
  const parts = [];
  for (let at = 0; at < changes.length; at += 1) {
    const change = changes[at];
    if (typeof change === "string") parts.push(change);
    else parts.push(...before.slice(change, change + Number(changes[(at += 1)])));
  }
  return parts.join("<");
}

/** The boards after the steps that have one, and last the page's own. @param {Page} page @returns {Map<Step | null, string>} */
function boardsOf(page) {
  let svg = page.board?.svg ?? "";
  /** @type {[Step | null, string][]} */
  const found = [[null, svg]];
  for (const step of [...(page.steps ?? [])].reverse()) {
    if (!step.board || !svg) continue;
    svg = patched(svg, step.board);
    found.push([step, svg]);
  }
  return new Map(found.reverse());
}

/** @param {Step} step */
function isVisible(step) {
  return step.dice.length > 0 || step.motions.length > 0 || step.cards.length > 0 || step.board !== undefined;
}

/** Whether a picture has a piece of this name. @param {string} svg @param {string} name */
function has(svg, name) {
  const escaped = name.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
  return svg.includes(`data-piece="${escaped.replace(/\n/g, "&#10;")}"`); // not prose
}

/**
 * The page while a step is shown: nobody is to do anything yet, and the game waits for whoever made that step.
 *
 * @param {Page} page @param {Step} step @param {Pick<Page, "figures" | "holdings">} known  as of the moment before
 * @returns {Page}
 */
function momentOf(page, step, { figures, holdings }) {
  const chairs = page.chairs.map((chair, seat) => ({ ...chair, awaited: seat === step.turn }));
  return { ...page, phase: "playing", awaited: false, chairs, situation: saidOf(page, step.turn), until: null, acts: [], layout: { now: [], lead: [], more: [] }, cards: [], advice: "", figures, holdings };
}

/** Whom the game waits for. @param {Page} page @param {number | null} turn @returns {import("../dom.js").Part[]} */
function saidOf(page, turn) {
  if (turn === null || !page.chairs[turn]) return [t("The game goes on.")];
  if (turn !== page.seat || page.chairs[turn].automatic) return pieces(t("Waiting for {name}."), { name: { seat: turn, name: ownName(page.chairs[turn]) } });
  return [(page.steps ?? []).some((step) => isBy(step, turn)) ? t("This is your move.") : t("The game goes on.")];
}

/** Whether the sentence is about what this seat did, and not the clock, which it may have waited for. @param {Step} step @param {number} seat */
function isBy({ turn, text: [first] }, seat) {
  return turn === seat && typeof first === "object" && first.seat === seat;
}

/** How long a page's steps take at normal speed, in milliseconds. @param {Step[]} steps */
function lengthOf(steps) {
  const turns = steps.filter((step, at) => step.turn !== null && step.turn !== steps[at - 1]?.turn).length;
  const length = (/** @type {Step} */ step) =>
    reading(step) +
    (step.dice.length ? ROLLING : 0) +
    (step.cards.some((card) => !card.decides) ? DEALT : 0) +
    (step.board ? CHANGING : 0) +
    step.motions.reduce((sum, [, ...path]) => sum + STARTING + PASSING * path.length, 0);
  return steps.reduce((sum, step) => sum + length(step), turns * THINKING);
}

export class Playback {
  /** @type {Page[]} */
  #waiting = [];
  #playing = false;
  #skipping = false;
  /** @type {Set<() => void>} */
  #pauses = new Set();
  #table = "";
  /** @type {number | null} */
  #turn = null;
  #speed = "normal";
  #hurry = 1; // how much quicker than that, so that nobody waits long for their turn
  /** @type {Pick<Page, "figures" | "holdings">} */
  #known = { figures: [], holdings: [] };
  /** @type {(() => void)[]} */
  #afterwards = [];

  /**
   * @param {{board: import("./picture.js").Picture, hand: HTMLElement, dice: import("./dice.js").Dice,
   *   caption: HTMLElement, feed: import("../feed.js").Feed, render: (page: Page) => void, moment: (moment: Page) => void,
   *   parts: ParentNode,
   *   deal: (cards: import("./cards.js").Card[], unit: number) => Promise<void>,
   *   playing: (playing: boolean) => void}} stage
   */
  constructor(stage) {
    this.stage = stage;
    const chosen = inBrowser.get(SPEED) ?? "";
    if (SPEEDS.has(chosen)) this.#speed = chosen;
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.skip());
    document.addEventListener("visibilitychange", () => document.hidden && this.skip());
    stage.board.host.addEventListener("click", (event) => this.#clicked(event), { capture: true });
  }

  get speed() {
    return SPEEDS.get(this.#speed)?.label ?? "";
  }

  get #rate() {
    return SPEEDS.get(this.#speed)?.rate ?? 1;
  }

  /** Play at the next speed. */
  changeSpeed() {
    const names = [...SPEEDS.keys()];
    this.#speed = names[(names.indexOf(this.#speed) + 1) % names.length];
    inBrowser.set(SPEED, this.#speed);
    if (!this.#rate) this.skip();
  }

  /** Go straight to the page as it is now. */
  skip() {
    if (!this.#playing) return;
    this.#skipping = true;
    for (const end of this.#pauses) end();
    for (const host of [this.stage.board.host.parentElement ?? this.stage.board.host, this.stage.hand]) {
      for (const animation of host.getAnimations?.({ subtree: true }) ?? []) animation.finish();
    }
  }

  /** @param {Page} page */
  show(page) {
    this.#waiting.push(page);
    if (this.#waiting.length > MAX_WAITING) this.skip();
    if (!this.#playing) this.#run();
  }

  /** Call the function once nothing is being played. @param {() => void} work */
  afterwards(work) {
    if (this.#playing || this.#waiting.length) this.#afterwards.push(work);
    else work();
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (!this.#playing) return;
    event.stopPropagation(); // nothing is to be chosen yet
    this.skip();
  }

  async #run() {
    while (this.#waiting.length) {
      const page = /** @type {Page} */ (this.#waiting.shift());
      if (this.#canPlay(page)) {
        this.#set(true);
        await this.#play(page).catch(reportError); // the page is shown anyway
        if (this.#waiting.length && this.#skipping) {
          this.stage.feed.show(page); // the next page has everything but this part of the story
          continue;
        }
      }
      this.#finish(page);
    }
    this.#set(false);
    for (const work of this.#afterwards.splice(0)) work();
  }

  /** @param {boolean} playing */
  #set(playing) {
    this.#playing = playing;
    if (!playing) this.#skipping = false;
    this.stage.playing(playing);
  }

  /** @param {Page} page */
  #canPlay(page) {
    const known = page.table === this.#table && this.stage.board.host.querySelector("svg") !== null;
    const wanted = this.#rate > 0 && !this.#skipping && !document.hidden && canMove();
    return known && wanted && (page.steps ?? []).some(isVisible);
  }

  /** @param {Page} page */
  #finish(page) {
    const carried = page.table === this.#table && this.#rate > 0 && !this.#skipping && !document.hidden && canMove();
    if (carried) this.stage.board.carry(this.#origins, this.#milliseconds(CHANGING));
    this.#origins = new Map();
    if (!page.steps?.length && page.table !== this.#table) this.stage.dice.clear();
    this.#table = page.table;
    const rolled = (page.steps ?? []).filter((step) => step.dice.length).at(-1);
    if (rolled) this.stage.dice.show(rolled.dice, nameOf(page, rolled.dice[0].seat));
    this.#known = page;
    this.stage.render(page);
    this.#turn = null;
    this.#rest(page);
  }

  /** What the caption says between two events. @param {Page} page */
  #rest(page) {
    const thinking = page.phase === "playing" ? page.chairs.find((chair) => chair.automatic && chair.awaited) : undefined;
    const last = (page.steps ?? []).filter((step) => plain(step.text).trim()).at(-1);
    if (thinking) this.#think(ownName(thinking));
    else if (last) this.#say(last);
    else if (this.stage.caption.classList.contains("thinking")) this.#clear();
  }

  /** @type {Map<string, Point>} where pieces come from that the picture doesn't have yet */
  #origins = new Map();

  // --- steps --------------------------------------------------------------------------------------------------------

  /** @param {Page} page */
  async #play(page) {
    const boards = boardsOf(page);
    const steps = page.steps ?? [];
    const last = steps.findLast?.(isVisible) ?? steps.at(-1);
    this.#hurry = Math.max(1, lengthOf(steps) / LONGEST);
    for (const step of steps) {
      if (this.#skipping) return;
      this.stage.moment(momentOf(page, step, this.#known));
      const next = [...boards].find(([at]) => at === null || at.sequence >= step.sequence)?.[1] ?? "";
      await this.#step(step, page, next);
      if (step.board) {
        this.#known = { figures: step.figures ?? [], holdings: step.holdings ?? [] };
        this.stage.moment(momentOf(page, step, this.#known));
        await this.#change(boards.get(step) ?? "");
      }
      this.stage.feed.show({ ...page, feed: page.feed.filter((entry) => entry.sequence <= step.sequence), sequence: step.sequence });
      if (step !== last) await this.#pause(reading(step));
    }
  }

  /** @param {Step} step @param {Page} page @param {string} next  the picture that follows */
  async #step(step, page, next) {
    const chair = step.turn === null ? undefined : page.chairs[step.turn];
    if (chair?.automatic && step.turn !== this.#turn) {
      this.#think(ownName(chair));
      await this.#pause(THINKING);
    }
    this.#turn = step.turn;
    this.#say(step);
    if (step.dice.length) {
      play("roll");
      await this.stage.dice.roll(step.dice, nameOf(page, step.dice[0].seat), this.#milliseconds(ROLLING));
    }
    await this.#move(step.motions, next);
    if (step.cards.length) await this.stage.deal(step.cards, this.#milliseconds(1));
  }

  /** @param {string} svg */
  async #change(svg) {
    const { board } = this.stage;
    board.carry(this.#origins, this.#milliseconds(CHANGING));
    this.#origins = new Map();
    await board.showBetween(svg);
  }

  /** @param {string[][]} motions @param {string} next */
  async #move(motions, next) {
    const { host } = this.stage.board;
    const flying = [];
    for (const [name, ...path] of motions) {
      if (this.#skipping) return;
      const piece = pieceIn(host, name);
      const way = points(this.stage.parts, path);
      if (piece && way.length) await this.#travel(piece, way, !has(next, name));
      else if (has(next, name)) this.#arrives(name, way);
      else if (way.length > 1) flying.push(flyCard(host, way, this.#length(way), flying.length * this.#milliseconds(DEALING)));
    }
    if (flying.length) play("card");
    await Promise.all(flying);
  }

  /** @param {Element} piece @param {Point[]} way @param {boolean} leaves */
  async #travel(piece, way, leaves) {
    play("step");
    await travel(piece, way, this.#length(way));
    if (leaves) vanish(piece, this.#milliseconds(STARTING));
  }

  /** A piece that the next picture has: from this person's hand, or from the first part of its way. @param {string} name @param {Point[]} way */
  #arrives(name, way) {
    const held = pieceIn(this.stage.hand, name);
    const from = held ? centre(held) : way[0];
    if (from) this.#origins.set(name, from);
    if (held) vanish(held, this.#milliseconds(STARTING));
    play("card");
  }

  // --- time ---------------------------------------------------------------------------------------------------------

  /** @param {Point[]} way */
  #length(way) {
    return this.#milliseconds(STARTING + PASSING * way.length);
  }

  /** @param {number} normal */
  #milliseconds(normal) {
    return this.#skipping ? 0 : normal / ((this.#rate || 1) * this.#hurry);
  }

  /** Wait, or until somebody skips. @param {number} normal */
  #pause(normal) {
    return new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      const end = () => {
        this.#pauses.delete(end);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(end, this.#milliseconds(normal));
      this.#pauses.add(end);
    });
  }

  // --- caption ------------------------------------------------------------------------------------------------------

  /** @param {Step} step */
  #say(step) {
    if (!plain(step.text).trim()) return;
    this.stage.caption.classList.remove("thinking");
    this.stage.caption.replaceChildren(richText(step.text));
  }

  /** @param {string} name */
  #think(name) {
    this.stage.caption.classList.add("thinking");
    this.stage.caption.replaceChildren(richText(pieces(t("{name} is thinking"), { name: { seat: 0, name } })));
  }

  #clear() {
    this.stage.caption.classList.remove("thinking");
    this.stage.caption.replaceChildren();
  }
}

/** @param {Step} step */
function reading(step) {
  return Math.min(READING.least + READING.letter * plain(step.text).length, READING.most);
}

/** @param {Page} page @param {number} seat */
function nameOf(page, seat) {
  return page.chairs[seat] ? ownName(page.chairs[seat]) : "";
}

/** The buttons beside the dice: skip, speed, sound. @param {Playback} playback @param {{skip: HTMLElement, speed: HTMLElement}} buttons */
export function playbackButtons(playback, { skip, speed }) {
  const name = () => {
    speed.textContent = playback.speed;
    speed.setAttribute("aria-label", t("{speed}: change how quickly moves are shown", { speed: speed.textContent }));
    show(speed, canMove());
  };
  skip.addEventListener("click", () => playback.skip());
  speed.addEventListener("click", () => {
    playback.changeSpeed();
    name();
  });
  name();
}
