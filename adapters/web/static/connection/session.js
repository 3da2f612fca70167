/**
 * Who this browser is to the server. A cookie says so, which no script can read. Where the browser keeps no cookies
 * (its owner blocks them, or those of a page in a frame), the page keeps its session itself, as long as its tab is open:
 * with its entry in the tab's history, and behind the # of the next page's address. So does a page inside a chat's own
 * client: its session is a pass that the chat vouches for.
 */

import { IN_LANGUAGE, t } from "../language.js";
import { embedded } from "./embedded.js";

const HEADER = "Scrum-Session"; // as in adapters/web/access/guests.py
const PROTOCOL = "scrum-table";
const BEHIND = /^#session=([\w.-]{1,2000})$/;

/** Of cookies that a page sets itself, also in a frame. */
export const COOKIE_ATTRIBUTES = location.protocol === "https:" ? "SameSite=None; Secure; Partitioned" : "SameSite=Lax"; // not prose
/** Whether the browser keeps our cookies; otherwise it is somebody new in every tab. */
export const keepsCookies = !embedded && triesCookie();
export const FORGETFUL =
  t("Your browser doesn’t let this page remember you. You can play, but keep this tab open: in another one you’re somebody new.");

let session = keepsCookies ? "" : taken();
/** @type {Promise<unknown> | null} */
let asking = null;

function triesCookie() {
  try {
    document.cookie = `probe=1; ${COOKIE_ATTRIBUTES}`;
    const kept = /(^|; )probe=1/.test(document.cookie);
    document.cookie = `probe=; Max-Age=0; ${COOKIE_ATTRIBUTES}`;
    return kept;
  } catch {
    return false; // in a frame without an origin
  }
}

/** The session that came along, which mustn't be passed on with the address; empty if there is none. */
function taken() {
  const along = BEHIND.exec(location.hash)?.[1];
  if (along) history.replaceState({ ...history.state, session: along }, "", location.pathname + location.search);
  return String(along ?? history.state?.session ?? "");
}

/** @param {Response} answer */
function renew(answer) {
  const renewed = answer.headers.get(HEADER);
  if (!renewed) return;
  session = renewed;
  history.replaceState({ ...history.state, session }, "");
}

/** What the page keeps, asked for when it is first needed. */
async function kept() {
  if (session) return session;
  asking ??= fetch("/session", { headers: { [HEADER]: "" } }).then(renew, () => {});
  await asking;
  asking = null;
  return session;
}

/**
 * Ask the server as this browser's person; null if it can't be reached.
 *
 * @param {string} address
 * @param {RequestInit & {headers?: Record<string, string>}} [options]
 */
export async function request(address, options = {}) {
  const asked = { ...IN_LANGUAGE, ...options.headers };
  const headers = keepsCookies ? asked : { ...asked, [HEADER]: await kept() };
  const answer = await fetch(address, { ...options, headers }).catch(() => null);
  if (answer && !keepsCookies) renew(answer);
  return answer;
}

/** The protocols of a socket: the only place where a page can say who it is. */
export async function socketProtocols() {
  return keepsCookies ? [] : [PROTOCOL, `session.${await kept()}`];
}

/** The address of another page of ours, for this person. @param {string} address */
export function withSession(address) {
  if (!session) return address;
  const chosen = address.includes("?") ? null : new URLSearchParams(location.search).get("language"); // no cookie keeps that either
  return `${address}${chosen ? `?language=${encodeURIComponent(chosen)}` : ""}#session=${session}`;
}
