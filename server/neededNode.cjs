// Runs on any Node from 12 on, and says which one is needed: with the syntax of that time, and without the prefix "node:".
"use strict";

const { engines } = require("../package.json");

const [major, minor] = engines.node.match(/\d+/g).map(Number);

/** Whether a Node is too old, by its version ("18.20.8"). */
exports.isTooOld = (version) => {
  const [itsMajor, itsMinor] = version.split(".").map(Number);
  return itsMajor < major || (itsMajor === major && itsMinor < minor);
};

/** A sentence if this Node is too old; null if it is new enough. */
exports.tooOld = exports.isTooOld(process.versions.node)
  ? `Survey App needs Node ${major}.${minor} or newer, and ${process.execPath} is ${process.versions.node}.`
  : null;
