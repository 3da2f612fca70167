/** Coming in from a chat's own client: prove who is here, then go to the table of the room, or open one. */

import { byId, make } from "../dom.js";
import { IN_LANGUAGE, t } from "../language.js";
import { gameList } from "../options.js";

const UNREACHABLE = t("I can’t reach the server right now. Please try again in a moment.");
const UNKNOWN = t("The chat didn’t tell me who you are. Open this page inside the chat, and try again.");

/** @typedef {{address: string, session: string, hasTable: boolean}} Pass */

/** @param {string} address  @param {() => Promise<Record<string, string>>} prove  what the client gives this page to show to the server */
export async function arrive(address, prove) {
  byId("again").addEventListener("click", () => location.reload());
  try {
    const proof = await prove().catch(() => {
      throw new Refusal(UNKNOWN);
    });
    const pass = await post(address, proof);
    await (pass.hasTable ? go(pass) : offerGames(pass));
  } catch (fault) {
    explain(fault);
    byId("again").hidden = false;
  }
}

/** @param {unknown} fault */
function explain(fault) {
  byId("arriving").textContent = fault instanceof Refusal ? fault.message : UNREACHABLE;
}

class Refusal extends Error {}

/** @param {string} address @param {object} data @param {string} [session] @returns {Promise<any>} */
async function post(address, data, session) {
  const headers = { ...IN_LANGUAGE, "Content-Type": "application/json", ...(session ? { "Scrum-Session": session } : {}) };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(data) });
  const found = await answer.json();
  if (!answer.ok) throw new Refusal(String(found.problem ?? UNREACHABLE));
  return found;
}

/** The table's page keeps the pass, see session.js. @param {Pass} pass */
function go({ address, session }) {
  location.replace(`${address}#session=${session}`);
}

/** @param {Pass} pass */
async function offerGames(pass) {
  byId("arriving").textContent = t("There’s no table here yet. What would you like to open?");
  const games = await gameList();
  byId("games").replaceChildren(...games.map((game) => make("li", {}, gameButton(game, pass), make("p", { class: "hint" }, game.summary))));
}

/** @param {import("../options.js").Game} game @param {Pass} pass */
function gameButton(game, pass) {
  const button = make("button", { type: "button", "data-game": game.key }, game.title);
  button.addEventListener("click", async () => {
    try {
      await post(`${pass.address}/tables`, { game: game.key }, pass.session);
      go(pass);
    } catch (fault) {
      explain(fault);
    }
  });
  return button;
}
