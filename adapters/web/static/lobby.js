/** The lobby: the link to share, the button to take a seat, and the strength of automatic players. */

import { byId, make, show } from "./dom.js";
import { whileBusy } from "./choices.js";
import { addCopyButton, warnIfLocal } from "./share.js";

/** @typedef {import("./socket.js").Page} Page */

/** @type {Promise<any[]> | null} */
let games = null;

/** The server's games. */
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
    addCopyButton(/** @type {HTMLInputElement} */ (byId("share-link")), byId("copy"));
    const seat = byId("take-seat");
    seat.addEventListener("click", () => whileBusy(seat, join));
  }

  /** @param {Page} page */
  show(page) {
    const seated = page.seat !== null || page.host;
    show(byId("lobby"), page.phase === "lobby" && seated); // a visitor's next step is to take a seat
    byId("copy").classList.toggle("primary", !page.choices.some((choice) => choice.command === "start"));
    const link = /** @type {HTMLInputElement} */ (byId("share-link"));
    const address = new URL(page.address || location.pathname, location.href).href;
    if (link.value !== address) link.value = address;
    warnIfLocal(byId("share-hint"), address);
    this.#seat(page);
    this.#levels(page);
  }

  /** Offer a free seat, the person's own seat, or an automatic player's. @param {Page} page */
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
      ? "An automatic player is playing for you."
      : !free
        ? "You’re watching. Every seat is taken."
        : page.phase === "playing"
          ? "You’re watching. You can take over from an automatic player."
          : "Until then, you’re watching.";
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

  /** The chosen strength of the next automatic player; empty if the game has only one. */
  get level() {
    return byId("level").hidden ? "" : /** @type {HTMLSelectElement} */ (byId("level-choice")).value;
  }
}
