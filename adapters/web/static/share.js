/** Links to give away: to play, and to watch. */

import { tell } from "./dialog.js";
import { make, show } from "./dom.js";

const HERE = new Set(["localhost", "127.0.0.1", "[::1]"]);
const TOLD = 2_500; // milliseconds for which a button says what it did
const ONLY_HERE =
  "This address is known on this computer only: its tabs and windows can play. To let others in, see “For a team” in docs/web.md.";

/** Whether nobody on another computer can follow it. @param {string} address */
function onlyHere(address) {
  return HERE.has(new URL(address, location.href).hostname);
}

/** A field with a link and the button that copies it. @param {HTMLInputElement} link @param {HTMLElement} button */
export function copying(link, button) {
  const label = button.textContent;
  let told = 0;
  link.addEventListener("focus", () => link.select());
  button.addEventListener("click", async () => {
    link.focus();
    link.select();
    button.textContent = (await copied(link.value)) ? "Copied" : "Press Ctrl-C";
    clearTimeout(told);
    told = setTimeout(() => (button.textContent = label), TOLD);
  });
}

/** Without https there is no clipboard; then the link is selected, ready to be copied. @param {string} text */
async function copied(text) {
  if (!navigator.clipboard) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** @param {HTMLElement} hint @param {string} address */
export function warn(hint, address) {
  hint.textContent = ONLY_HERE;
  show(hint, onlyHere(address));
}

/** Both links in a dialog, at any time of the game. @param {{address: string, watch: string}} page */
export function invite(page) {
  const play = new URL(page.address || location.pathname, location.href).href;
  const watch = new URL(page.watch, location.href).href;
  const hint = make("p", { class: "hint" });
  warn(hint, play);
  return tell("Invite", [
    ...shared("invite-play", "To play: whoever opens it can take a free seat, or an automatic player’s", play),
    ...shared("invite-watch", "Only to watch: for guests, or for the shared screen of a call", watch),
    hint,
  ]);
}

/** @param {string} id @param {string} label @param {string} address */
function shared(id, label, address) {
  const link = make("input", { id, type: "text", readonly: true, value: address });
  const button = make("button", { type: "button", "aria-label": `Copy the link. ${label}` }, "Copy link");
  copying(/** @type {HTMLInputElement} */ (link), button);
  return [make("label", { for: id }, label), make("div", { class: "share" }, link, button)];
}
