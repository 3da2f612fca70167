// @ts-nocheck  it is a program for Node, whose types are not here
// Slack as vercel-labs/emulate knows it, on loopback only: `node slack_emulator.js PORT SEED`.
import net from "node:net";

const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (first, ...rest) {
  const where = { ...(typeof first === "object" ? first : { port: first }), host: "127.0.0.1" };
  return listen.call(this, where, ...rest.filter((each) => typeof each === "function"));
};

const { createEmulator } = await import("emulate");
const [port, seed] = process.argv.slice(2);
await createEmulator({ service: "slack", port: Number(port), seed: JSON.parse(seed) });
console.log("ready");
