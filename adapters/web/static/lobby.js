/** Before the game: the link to share, a seat to take, the strength of automatic players. */

import { byId, make, show } from "./dom.js";
import { whileBusy } from "./choices.js";

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
    const link = /** @type {HTMLInputElement} */ (byId("share-link"));
    const copy = byId("copy");
    link.addEventListener("focus", () => link.select());
    copy.addEventListener("click", async () => {
      link.select();
      // without https there is no clipboard; then the link is selected, ready to be copied
      await navigator.clipboard?.writeText(link.value).then(
        () => (copy.textContent = "Copied"),
        () => {},
      );
    });
    const seat = byId("take-seat");
    seat.addEventListener("click", () => whileBusy(seat, join));
  }

  /** @param {Page} page */
  show(page) {
    const lobby = page.phase === "lobby";
    show(byId("lobby"), lobby);
    const link = /** @type {HTMLInputElement} */ (byId("share-link"));
    const address = new URL(page.address || location.pathname, location.href).href;
    if (link.value !== address) {
      link.value = address;
      byId("copy").textContent = "Copy link";
    }
    this.#seat(page);
    this.#levels(page);
  }

  /** A seat, one's own seat back, or one from an automatic player. @param {Page} page */
  #seat(page) {
    const away = page.seat !== null && page.chairs[page.seat]?.automatic;
    const free =
      page.phase === "lobby"
        ? !page.choices.length || page.choices.some((choice) => choice.command === "join")
        : page.chairs.some((chair) => chair.automatic);
    show(byId("seat"), page.phase !== "over" && (away || (page.seat === null && free)));
    byId("take-seat").textContent = away ? "Come back" : "Take a seat";
    byId("seat-hint").textContent = away
      ? "The automatic player has your seat."
      : page.phase === "playing"
        ? "You are watching. You can take over from an automatic player."
        : "";
  }

  /** @param {Page} page */
  async #levels(page) {
    const wanted = page.phase === "lobby" && page.choices.some((choice) => choice.command === "bot");
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
