/** How people come in: the link and its QR code, in a panel until the start, in a dialog and on a whole screen later. */

import { display } from "../dialog.js";
import { byId, make, show } from "../dom.js";
import { n, t } from "../language.js";
import { addCopyButton, linkField, localHint, shared, warnIfLocal } from "../people/share.js";

/** @typedef {import("./desk.js").Workshop} Workshop @typedef {import("./desk.js").Team} Team */

export class Invitation {
  /** @type {Workshop | null} */
  #workshop = null;
  #shown = "";

  constructor() {
    addCopyButton(/** @type {HTMLInputElement} */ (byId("entrance")), byId("copy"));
    byId("invite").addEventListener("click", () => this.#invite());
    byId("project").addEventListener("click", () => this.#project());
    byId("poster-close").addEventListener("click", () => poster().close());
    poster().addEventListener("close", () => document.fullscreenElement && document.exitFullscreen());
  }

  /** @param {Workshop} workshop @param {Team[]} teams */
  show(workshop, teams) {
    this.#workshop = workshop;
    show(byId("invitation"), workshop.phase === "open");
    const arrivals = arrived(teams);
    for (const id of ["arrivals", "poster-arrivals"]) byId(id).textContent = arrivals;
    byId("needs").replaceChildren(...workshop.needs.map((sentence) => make("li", {}, sentence)));
    show(byId("fingerprint"), Boolean(workshop.fingerprint));
    byId("fingerprint").textContent = t("All teams get the same dice. Fingerprint of their seed: {fingerprint}", { fingerprint: workshop.fingerprint });
    if (this.#shown === workshop.entrance || !workshop.entrance) return;
    this.#shown = workshop.entrance;
    /** @type {HTMLInputElement} */ (byId("entrance")).value = this.#link;
    warnIfLocal(byId("entrance-hint"), this.#link);
    for (const id of ["invitation-code", "poster-code"]) byId(id).setAttribute("src", `${workshop.entrance}/qr.svg`);
  }

  get #link() {
    return shared(this.#workshop?.entrance ?? "/");
  }

  #invite() {
    const full = make("button", { type: "button" }, t("Full screen"));
    full.addEventListener("click", () => {
      full.closest("dialog")?.close();
      this.#project();
    });
    const code = { class: "code", alt: t("QR code of the link to the seats"), width: 240, height: 240 };
    display(t("Let people in"), [
      make("img", { ...code, src: `${this.#workshop?.entrance}/qr.svg` }),
      ...linkField("invite-link", t("Everybody opens this link and gets a seat"), this.#link),
      full,
      localHint(this.#link),
    ]);
  }

  /** For a projector. */
  #project() {
    byId("poster-title").textContent = this.#workshop?.title || this.#workshop?.gameTitle || "";
    byId("poster-link").textContent = this.#link.replace(/^https?:\/\//, "");
    poster().showModal();
    poster().requestFullscreen?.().catch(() => {}); // where the browser doesn't allow it, the dialog fills the window
  }
}

function poster() {
  return /** @type {HTMLDialogElement} */ (byId("poster"));
}

/** @param {Team[]} teams */
function arrived(teams) {
  const people = teams.flatMap(({ card }) => card.chairs).filter((chair) => !chair.automatic).length;
  return n("{count} person is here.", "{count} people are here.", people);
}
