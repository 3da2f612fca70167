// @ts-nocheck  it is a program for Node, whose types are not here
// Microsoft's own reader of Adaptive Cards finds fault with those in a file: `node cards.js FILE`, a JSON list.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Window } from "happy-dom";

const window = new Window();
for (const name of ["document", "HTMLElement", "Node", "DOMParser"]) globalThis[name] = window[name] ?? window;
globalThis.window = window;

// its bundle: the modules beside it import each other without endings, which Node does not resolve
const { AdaptiveCard, SerializationContext, Versions } = createRequire(import.meta.url)(
  "adaptivecards/dist/adaptivecards.min.js",
);
const found = [];
for (const [at, json] of JSON.parse(readFileSync(process.argv[2], "utf-8")).entries()) {
  const context = new SerializationContext(Versions.v1_5);
  const card = new AdaptiveCard();
  card.parse(json, context);
  for (let each = 0; each < context.eventCount; each++) found.push(`card ${at}: ${context.getEventAt(each).message}`);
  for (const event of card.validateProperties().validationEvents) found.push(`card ${at}: ${event.message}`);
}
console.log(JSON.stringify(found));
