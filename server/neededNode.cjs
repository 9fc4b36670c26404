// Runs on any Node from 12 on, and says which one is needed: with the syntax of that time, and without the prefix "node:".
"use strict";

const { engines } = require("../package.json");

const [major, minor] = engines.node.match(/\d+/g).map(Number);
const [ownMajor, ownMinor] = process.versions.node.split(".").map(Number);
const isNewEnough = ownMajor > major || (ownMajor === major && ownMinor >= minor);

/** A sentence if this Node is too old; null if it is new enough. */
exports.tooOld = isNewEnough
  ? null
  : `Survey App needs Node ${major}.${minor} or newer, and ${process.execPath} is ${process.versions.node}.`;

// Services run it before the server, which on an old Node would only print a stack trace.
if (require.main === module && exports.tooOld) {
  console.error(exports.tooOld);
  process.exit(1);
}
