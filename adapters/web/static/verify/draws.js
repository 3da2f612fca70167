/**
 * Recomputes every draw of a game and compares it with what the events say.
 *
 * @typedef {import("./file.js").Game} Game @typedef {import("./file.js").GameEvent} GameEvent
 * @typedef {import("./checks.js").Fault} Fault @typedef {import("./games.js").Draw} Draw
 * @typedef {{event: number, words: string, draws: string, wrong: boolean}} Row  what was drawn for an event
 */

import { FORMAT } from "./file.js";
import { Misfit, RULES, list } from "./games.js";
import { drawn } from "./luck.js";

const UNLISTED = "I don’t know this game, and its old file doesn’t list what was drawn.";

/**
 * @param {Game} game
 * @param {Uint8Array} key
 * @param {string} source  what the key comes from, in words
 * @returns {Promise<{rows: Row[], text: string, fault: Fault | null}>}
 */
export async function checkDraws(game, key, source) {
  if (!RULES.has(game.game) && game.format !== FORMAT) return { rows: [], text: UNLISTED, fault: null };
  const checker = new DrawChecker(game, key, source);
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
  return fault instanceof Misfit ? fault.message : "It doesn’t follow from the events before it.";
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

  /** @param {Game} game @param {Uint8Array} key @param {string} source  what the draws come from, in words */
  constructor(game, key, source) {
    this.rules = RULES.get(game.game);
    this.key = key;
    this.source = source;
  }

  get summary() {
    if (!this.#count) return "Nothing was drawn.";
    const all = this.#count === 1 ? "The one draw follows" : `All ${this.#count} draws follow`;
    const known = this.rules?.draws ? " and agree with what the events say" : "";
    return `${all} from ${this.source}${known}.`;
  }

  /** Check the draws of an event; a sentence if they are wrong. @param {GameEvent} event */
  async check(event) {
    const payload = event.payload;
    if (!payload) return "Its contents are hidden because the game was still running.";
    if (event.drawn !== this.#claimed && this.#count !== this.#claimed) return this.missing();
    this.#claimed = event.drawn;
    const isOfTable = String(payload.kind).startsWith("table.");
    const fault = isOfTable ? this.#tableEvent(payload) : await this.#gameEvent(event, payload);
    this.#states.push(this.#state);
    return fault || (this.#count > event.drawn ? `It counts ${event.drawn} draws, but there were ${this.#count}.` : "");
  }

  /** A sentence if there are fewer or more draws than counted. */
  missing() {
    if (this.#count === this.#claimed) return "";
    return `Up to here ${this.#claimed} draws are counted, but the events contain ${this.#count}.`;
  }

  /** @param {Record<string, any>} payload */
  #tableEvent(payload) {
    if (payload.kind === "table.game_started") this.#playing = true;
    if (payload.kind !== "table.undone") return "";
    if (!(payload.to > 0 && payload.to <= this.#states.length)) return "There’s nothing to take back.";
    this.#state = this.#states[payload.to - 1];
    return "";
  }

  /** @param {GameEvent} event @param {Record<string, any>} payload */
  async #gameEvent(event, payload) {
    if (!this.#playing) return "The game hadn’t started: no fingerprint was shown.";
    if (payload.kind === "started" && this.#state !== null) return "The game had already begun.";
    const draws = this.rules?.draws ? this.rules.draws(this.#state, payload) : listed(event);
    const beside = event.draws?.map(String).join(" ");
    const text = draws.map((draw) => `${draw.below},${draw.value}`).join(" ");
    if (beside !== undefined && beside !== text) return "The draws beside it aren’t the ones in it.";
    const firstDraw = this.#count + 1;
    const fault = await this.#compare(draws);
    if (draws.length) this.rows.push({ ...this.#row(event.sequence, payload, draws, firstDraw), wrong: fault !== "" });
    if (!fault) this.#state = this.rules?.after?.(this.#state, payload) ?? this.#state;
    return fault;
  }

  /** @param {Draw[]} draws */
  async #compare(draws) {
    for (const { below, value, named } of draws) {
      const found = await drawn(this.key, this.#count, below);
      this.#count += 1;
      const should = `from ${this.source} it should be ${named(found)}`;
      if (found !== value) return `Draw ${this.#count} is ${named(value)} in the file; ${should}.`;
    }
    return "";
  }

  /**
   * @param {number} event
   * @param {Record<string, any>} payload
   * @param {Draw[]} draws
   * @param {number} number  of the first draw, counted from 1
   */
  #row(event, payload, draws, number) {
    const values = list(draws.map((draw) => draw.named(draw.value)));
    const words = this.rules?.words?.(payload) ?? `${payload.kind}: ${values}`;
    const shown = draws.map((draw) => `${draw.value} of 0–${draw.below - 1n}`).join(", ");
    const numbers = draws.length === 1 ? `Draw ${number}` : `Draws ${number} to ${number + draws.length - 1}`;
    return { event, words, draws: `${numbers}: ${shown}` };
  }
}

/** The draws listed beside an event of a game that we don't know. @param {GameEvent} event @returns {Draw[]} */
function listed(event) {
  return (event.draws ?? []).map(([below, value]) => ({ below, value, named: String }));
}
