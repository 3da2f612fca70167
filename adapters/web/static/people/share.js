/** Links to share: for playing and for watching. */

import { display } from "../dialog.js";
import { make, show } from "../dom.js";
import { t } from "../language.js";

const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);
const FEEDBACK_MILLISECONDS = 2_500; // how long a button shows the result
const TO_PLAY = t("To play: anyone who opens it can take a free seat or an automatic player’s");
const TO_MEET = t("To take part: everybody who opens it can write, also later");
const LOCAL_ONLY =
  t("Only this computer can open this address. To let others in who are in the same network, press Ctrl-C where you started the table, and start it again with “scrum-table play --lan” or “make play LAN=1”. Your tables are kept.");

/** The address of a page of ours as others reach it, which the server knows better. @param {string} address */
export function shared(address) {
  const origin = document.querySelector('meta[name="share"]')?.getAttribute("content");
  return new URL(address, origin ?? location.href).href;
}

/** Whether the address works on this computer only. @param {string} address */
function isLocal(address) {
  return LOCAL_HOSTS.has(new URL(address, location.href).hostname);
}

/** Make the button copy the link. @param {HTMLInputElement} link @param {HTMLElement} button */
export function addCopyButton(link, button) {
  const label = button.textContent;
  let timer = 0;
  link.addEventListener("focus", () => link.select());
  button.addEventListener("click", async () => {
    link.focus();
    link.select();
    button.textContent = (await copy(link.value)) ? t("Copied") : t("Press Ctrl-C");
    clearTimeout(timer);
    timer = setTimeout(() => (button.textContent = label), FEEDBACK_MILLISECONDS);
  });
}

/** Copy a text; false without https, where there is no clipboard and the link is just selected. @param {string} text */
async function copy(text) {
  if (!navigator.clipboard) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** @param {HTMLElement} hint @param {string} address */
export function warnIfLocal(hint, address) {
  hint.textContent = LOCAL_ONLY;
  show(hint, isLocal(address));
}

/** The same as a paragraph. @param {string} address */
export function localHint(address) {
  const hint = make("p", { class: "hint" });
  warnIfLocal(hint, address);
  return hint;
}

/** Show both links in a dialog, at any time. @param {{address: string, watch: string}} page @param {boolean} [meets] */
export function invite(page, meets = false) {
  const code = page.address.startsWith("/t/") ? [qrCode(page, meets)] : [];
  const play = shared(page.address || location.pathname);
  const watch = shared(page.watch);
  return display(t("Invite"), [
    ...code,
    ...linkField("invite-play", meets ? TO_MEET : TO_PLAY, play),
    ...linkField("invite-watch", t("To watch only: for guests, or for sharing your screen in a call"), watch),
    localHint(play),
  ]);
}

/** Show the links to a finished game: anyone who opens them sees its result and can step through it. @param {{watch: string}} page */
export function shareGame(page) {
  const watch = new URL(page.watch, location.href).href;
  return display(t("Share this game"), [
    ...linkField("share-game", t("The result, and the game step by step"), watch),
    ...linkField("share-film", t("The film"), `${watch.split("?")[0]}/film.gif`),
    localHint(watch),
  ]);
}

/** Show the code to join, large enough to be scanned from another screen. @param {{address: string}} page */
export function showCode(page) {
  return display(t("Scan to join"), [qrCode(page), localHint(shared(page.address))]);
}

/** @param {{address: string}} page @param {boolean} [meets] */
function qrCode(page, meets = false) {
  return make("img", { class: "code", alt: meets ? t("QR code of the link to take part") : t("QR code of the link to play"), width: 240, height: 240, src: `${page.address}/qr.svg` });
}

/** @param {string} id @param {string} label @param {string} address */
export function linkField(id, label, address) {
  const link = make("input", { id, type: "text", readonly: true, value: address });
  const button = make("button", { type: "button", "aria-label": t("Copy the link. {label}", { label }) }, t("Copy link"));
  addCopyButton(/** @type {HTMLInputElement} */ (link), button);
  return [make("label", { for: id }, label), make("div", { class: "share" }, link, button)];
}
