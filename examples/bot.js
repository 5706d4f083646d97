// A complete bot for Newfound: takes the last action offered. Run it with:
// newfound arena new-haven --bots "run:node examples/bot.js,random" --games 10
const lines = require("node:readline").createInterface({ input: process.stdin });
const say = (message) => console.log(JSON.stringify(message));
let view = null; // what this seat may know; a better bot would look at it

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "hello", protocol: 1, name: "last" });
  if (message.type === "observe") view = message.view;
  if (message.type === "act") say({ type: "action", action: message.actions.at(-1) });
  if (message.type === "over") process.exit(0);
});
