/** The middle of the page: what the phase is about. */

import { byId } from "../dom.js";
import { keyed } from "./parts/keyed.js";
import { Board } from "./phases/board.js";
import { discussion } from "./phases/discussion.js";
import { lobby } from "./phases/lobby.js";
import { actions, checkIn, closing, lastActions } from "./phases/rounds.js";
import { ended } from "./phases/summary.js";

/** @typedef {import("./room.js").Room} Room @typedef {import("./room.js").Act} Act */
/** @typedef {{press: (act: Act) => Promise<unknown>, path: string, keys: () => void}} Ways */
/** @typedef {import("./parts/keyed.js").Item} Item */

/** @type {Record<string, (room: Room, ways: Ways) => Item[]>} */
const ROUNDS = { stage: checkIn, review: lastActions, discuss: discussion, actions, close: closing };
const ON_BOARD = new Set(["reflect", "group", "vote"]);

export class Stage {
  #view = "";
  /** what waits until a note is dropped @type {(() => void) | null} */
  #waiting = null;

  /** @param {Room} room @param {Ways} ways */
  constructor(room, ways) {
    this.room = room;
    this.ways = ways;
    this.host = byId("stage");
    this.board = new Board(this.host, room, { keys: ways.keys, freed: () => this.#free() });
  }

  /** Do it now, or once nothing is being dragged: nothing may move under the pointer. @param {() => void} work */
  whenFree(work) {
    if (this.board.holds) this.#waiting = work;
    else work();
  }

  show() {
    const { page } = this.room;
    const phase = page.phase === "playing" ? (page.meeting?.phase ?? "") : page.phase;
    if (phase !== this.#view) {
      this.#view = phase;
      this.host.className = `stage ${ON_BOARD.has(phase) ? "board" : "round"} of-${phase}`;
      this.host.replaceChildren();
      this.host.scrollTo(0, 0);
    }
    if (page.meeting && phase !== "reflect") this.room.kept.forgetNotes();
    if (ON_BOARD.has(phase)) this.board.show();
    else keyed(this.host, this.#items(phase));
  }

  /** @param {string} phase */
  #items(phase) {
    if (phase === "lobby") return lobby(this.room, this.ways);
    if (phase === "over" || phase === "") return ended(this.room, this.ways);
    return ROUNDS[phase]?.(this.room, this.ways) ?? [];
  }

  #free() {
    const work = this.#waiting;
    this.#waiting = null;
    work?.();
  }
}
