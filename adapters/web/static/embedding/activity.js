/** The page that Discord shows first, as an Activity. Its library works on this page only: the next one lacks its query. */

import { arrive } from "./arriving.js";
import "../theme.js";

/** @type {any} */
const { DiscordSDK } = /** @type {any} */ (globalThis).discordSdk;

arrive("/activity", async () => {
  const application = document.querySelector('meta[name="application"]')?.getAttribute("content") ?? "";
  const discord = new DiscordSDK(application);
  await discord.ready();
  const asked = { client_id: application, response_type: "code", state: "", prompt: "none", scope: ["identify"] };
  const { code } = await discord.commands.authorize(asked);
  return { code, instance: discord.instanceId };
});
