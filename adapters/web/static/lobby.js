/** Before the game: the link to share, a seat to take, the strength of automatic players. */

import { byId, make, show } from "./dom.js";
import { whileBusy } from "./choices.js";
import { copying, warn } from "./share.js";

/** @typedef {import("./socket.js").Page} Page */

/** @type {Promise<any[]> | null} */
let games = null;

/** What the server has to play. */
export function gameList() {
  games ??= fetch("/games").then(
    (answer) => (answer.ok ? answer.json() : []),
    () => [],
  );
  return games;
}

export class Lobby {
  #levelsOf = "";

  /** @param {() => Promise<void>} join */
  constructor(join) {
    copying(/** @type {HTMLInputElement} */ (byId("share-link")), byId("copy"));
    const seat = byId("take-seat");
    seat.addEventListener("click", () => whileBusy(seat, join));
  }

  /** @param {Page} page */
  show(page) {
    const seated = page.seat !== null || page.host;
    show(byId("lobby"), page.phase === "lobby" && seated); // a visitor's next step is a seat
    byId("copy").classList.toggle("primary", !page.choices.some((choice) => choice.command === "start"));
    const link = /** @type {HTMLInputElement} */ (byId("share-link"));
    const address = new URL(page.address || location.pathname, location.href).href;
    if (link.value !== address) link.value = address;
    warn(byId("share-hint"), address);
    this.#seat(page);
    this.#levels(page);
  }

  /** A seat, one's own seat back, or one from an automatic player. @param {Page} page */
  #seat(page) {
    const away = page.seat !== null && page.chairs[page.seat]?.automatic && page.phase !== "over";
    const free =
      page.phase === "lobby"
        ? !page.choices.length || page.choices.some((choice) => choice.command === "join")
        : page.chairs.some((chair) => chair.automatic);
    const standing = page.seat === null && page.phase !== "over";
    show(byId("seat"), away || standing);
    show(byId("take-seat"), away || free);
    byId("take-seat").textContent = away ? "Come back" : "Take a seat";
    byId("seat-hint").textContent = away
      ? "The automatic player has your seat."
      : !free
        ? "You are watching: every seat is taken."
        : page.phase === "playing"
          ? "You are watching. You can take over from an automatic player."
          : "You are looking on until you do.";
  }

  /** @param {Page} page */
  async #levels(page) {
    const seated = page.seat !== null || page.host;
    const wanted = page.phase === "lobby" && seated && page.choices.some((choice) => choice.command === "bot");
    if (wanted && this.#levelsOf !== page.game) {
      this.#levelsOf = page.game;
      const game = (await gameList()).find((each) => each.key === page.game);
      const levels = game?.levels ?? [];
      byId("level-choice").replaceChildren(...levels.map((/** @type {string} */ level) => make("option", {}, level)));
    }
    show(byId("level"), wanted && byId("level-choice").childElementCount > 0);
  }

  /** The strength that was chosen for the next automatic player; empty if the game has only one. */
  get level() {
    return byId("level").hidden ? "" : /** @type {HTMLSelectElement} */ (byId("level-choice")).value;
  }
}
