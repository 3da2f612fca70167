/** Opening a table: the browser goes to it, or the server says what is wrong. */

import { arrivesAt, keepName, tabId } from "../connection/identity.js";
import { request, withSession } from "../connection/session.js";
import { t } from "../language.js";

const DEFAULT_NAME = t("Guest"); // so that one click is enough
const UNREACHABLE = t("I can’t reach the server right now. Please try again in a moment.");

/**
 * Ask for a table and go there; what is wrong, if it can't be opened.
 *
 * @param {string} address
 * @param {object} body
 * @param {string} name  of the person
 */
export async function open(address, body, name) {
  const who = name.trim();
  if (who) keepName(who);
  const answer = await request(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...body, name: who || DEFAULT_NAME, tab: tabId() }),
  });
  const result = await answer?.json().catch(() => ({}));
  if (!answer?.ok) return String(result?.problem ?? UNREACHABLE);
  arrivesAt(result.address); // no “welcome back” at a table that was just opened
  location.assign(withSession(result.address));
  return "";
}
