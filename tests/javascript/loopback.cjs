// @ts-nocheck  it is a module for Node, whose types are not here
// Loaded before a program that would listen on all interfaces: it listens on this machine only.
const net = require("node:net");

const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (first, ...rest) {
  const where = { ...(typeof first === "object" ? first : { port: first }), host: "127.0.0.1" };
  return listen.call(this, where, ...rest.filter((each) => typeof each === "function"));
};
