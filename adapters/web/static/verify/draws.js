/**
 * Recomputes every draw of a game and compares it with what the events say.
 *
 * @typedef {import("./file.js").Game} Game @typedef {import("./file.js").GameEvent} GameEvent
 * @typedef {import("./checks.js").Fault} Fault @typedef {import("./games.js").Draw} Draw
 * @typedef {{event: number, words: string, draws: string, wrong: boolean}} Row  what was drawn for an event
 */

import { commas, list, n, t } from "../language.js";
import { Misfit, RULES } from "./games.js";
import { drawn } from "./luck.js";

/**
 * @param {Game} game
 * @param {import("./luck.js").Bytes} key
 * @param {boolean} lucky  whether the key comes from luck too, not from the seed alone
 * @param {boolean} shared  whether other tables have the same dice
 * @returns {Promise<{rows: Row[], text: string, fault: Fault | null}>}
 */
export async function checkDraws(game, key, lucky, shared) {
  const checker = new DrawChecker(game, key, lucky, shared);
  for (const [index, event] of game.events.entries()) {
    const text = await checker.check(event).catch(misfit);
    if (text) return { rows: checker.rows, text: "", fault: { event: index + 1, text } };
  }
  const text = checker.missing();
  const fault = text ? { event: game.events.length, text } : null;
  return { rows: checker.rows, text: checker.summary, fault };
}

/** @param {unknown} fault */
function misfit(fault) {
  return fault instanceof Misfit ? fault.message : t("It doesn’t follow from the events before it.");
}

class DrawChecker {
  /** @type {Row[]} */
  rows = [];
  #count = 0;
  #claimed = 0; // draws, by the count of the event before
  #playing = false;
  /** @type {unknown} the game's state */
  #state = null;
  /** @type {unknown[]} after each event, for moves that are taken back */
  #states = [];

  /** @type {Map<string, number>} by purpose, where dice are shared */
  #throws = new Map();

  /**
   * @param {Game} game
   * @param {import("./luck.js").Bytes} key
   * @param {boolean} lucky
   * @param {boolean} shared
   */
  constructor(game, key, lucky, shared) {
    this.shared = shared;
    this.rules = RULES.get(game.game);
    this.key = key;
    this.lucky = lucky;
  }

  get summary() {
    if (!this.#count) return t("Nothing was drawn.");
    if (this.rules?.draws) {
      if (!this.lucky) return n("The one draw follows from the seed and agrees with what the events say.", "All {count} draws follow from the seed and agree with what the events say.", this.#count);
      return n("The one draw follows from the seed and the luck and agrees with what the events say.", "All {count} draws follow from the seed and the luck and agree with what the events say.", this.#count);
    }
    if (!this.lucky) return n("The one draw follows from the seed.", "All {count} draws follow from the seed.", this.#count);
    return n("The one draw follows from the seed and the luck.", "All {count} draws follow from the seed and the luck.", this.#count);
  }

  /** Check the draws of an event; a sentence if they are wrong. @param {GameEvent} event */
  async check(event) {
    const payload = event.payload;
    if (!payload) return t("Its contents are hidden because the game was still running.");
    if (event.drawn !== this.#claimed && this.#count !== this.#claimed) return this.missing();
    this.#claimed = event.drawn;
    const isOfTable = String(payload.kind).startsWith("table.");
    const fault = isOfTable ? this.#tableEvent(payload) : await this.#gameEvent(event, payload);
    this.#states.push(this.#state);
    return fault || (this.#count > event.drawn ? t("It counts {counted} draws, but there were {drawn}.", { counted: event.drawn, drawn: this.#count }) : "");
  }

  /** A sentence if there are fewer or more draws than counted. */
  missing() {
    if (this.#count === this.#claimed) return "";
    return t("Up to here {counted} draws are counted, but the events contain {drawn}.", { counted: this.#claimed, drawn: this.#count });
  }

  /** @param {Record<string, any>} payload */
  #tableEvent(payload) {
    if (payload.kind === "table.game_started") this.#playing = true;
    if (payload.kind !== "table.undone") return "";
    if (!(payload.to > 0 && payload.to <= this.#states.length)) return t("There’s nothing to take back.");
    this.#state = this.#states[payload.to - 1];
    return "";
  }

  /** @param {GameEvent} event @param {Record<string, any>} payload */
  async #gameEvent(event, payload) {
    if (!this.#playing) return t("The game hadn’t started: no fingerprint was shown.");
    if (payload.kind === "started" && this.#state !== null) return t("The game had already begun.");
    const draws = this.rules?.draws ? this.rules.draws(this.#state, payload) : listed(event, this.shared);
    const names = this.#names(draws);
    const beside = event.draws?.map((draw) => `${draw.below},${draw.value},${draw.name}`).join();
    const text = draws.map((draw, index) => `${draw.below},${draw.value},${this.shared ? names[index] : ""}`).join();
    if (beside !== undefined && beside !== text) return t("The draws beside it aren’t the ones in it.");
    const fault = await this.#compare(draws, names);
    if (draws.length) this.rows.push({ ...this.#row(event.sequence, payload, draws, names), wrong: fault !== "" });
    if (!fault) this.#state = this.rules?.after?.(this.#state, payload) ?? this.#state;
    return fault;
  }

  /**
   * What these draws are called: by their numbers, from 0, or where dice are shared by purpose, throw and part.
   *
   * @param {Draw[]} draws
   * @returns {(number | string)[]}
   */
  #names(draws) {
    if (!this.shared) return draws.map((_, index) => this.#count + index);
    return draws.map(({ purpose, part }) => {
      const throws = (this.#throws.get(purpose) ?? 0) + (part === 1 ? 1 : 0);
      this.#throws.set(purpose, throws);
      return `${purpose} ${throws} ${part}`;
    });
  }

  /** @param {Draw[]} draws @param {(number | string)[]} names */
  async #compare(draws, names) {
    for (const [index, { below, value, named }] of draws.entries()) {
      const found = await drawn(this.key, names[index], below);
      this.#count += 1;
      if (found !== value) return this.#wrong(named(value), named(found));
    }
    return "";
  }

  /** @param {string} found @param {string} expected */
  #wrong(found, expected) {
    const holes = { number: this.#count, found, expected };
    if (!this.lucky) return t("Draw {number} is {found} in the file; from the seed it should be {expected}.", holes);
    return t("Draw {number} is {found} in the file; from the seed and the luck it should be {expected}.", holes);
  }

  /**
   * @param {number} event
   * @param {Record<string, any>} payload
   * @param {Draw[]} draws
   * @param {(number | string)[]} names
   */
  #row(event, payload, draws, names) {
    const values = list(draws.map((draw) => draw.named(draw.value)));
    const words = this.rules?.words?.(payload) ?? `${payload.kind}: ${values}`;
    const shown = commas(draws.map((draw) => t("{value} of 0–{most}", { value: draw.value, most: draw.below - 1n })));
    const [first, last] = [names[0], names[names.length - 1]].map((name) => (this.shared ? name : Number(name) + 1));
    const named = draws.length === 1 ? t("Draw {number}: {values}", { number: first, values: shown }) : t("Draws {first} to {last}: {values}", { first, last, values: shown });
    return { event, words, draws: named };
  }
}

/**
 * The draws listed beside an event of a game that we don't know.
 *
 * @param {GameEvent} event
 * @param {boolean} shared
 * @returns {Draw[]}
 */
function listed(event, shared) {
  return (event.draws ?? []).map(({ below, value, name }) => {
    const [, purpose, part] = /^(.+) \d+ (\d+)$/.exec(name) ?? ["", "", "1"];
    if (shared && !purpose) throw new Misfit(t("The draws beside it have no names."));
    return { below, value, purpose, part: Number(part), named: String };
  });
}
