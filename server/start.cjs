// Starts the server with the compile cache that `npm run ship` made: it starts faster, and takes 40 MB less. On a Node that is too old
// it says which one is needed, so it runs on any from 12 on: with the syntax of that time, and without the prefix "node:".
"use strict";

const { existsSync } = require("fs");
const { enableCompileCache } = require("module");
const { join } = require("path");
const { tooOld } = require("./neededNode.cjs");

if (tooOld) {
  console.error(tooOld);
  // As a wrong setting: another start would end alike.
  process.exit(78);
}
// The image has its own setting, which its commands use, too. The folder is missing in a checkout.
const compiled = join(__dirname, "../.compiled");
if (!process.env.NODE_COMPILE_CACHE && existsSync(compiled)) {
  // Threads read them from the environment. The second one lets the folder be moved.
  process.env.NODE_COMPILE_CACHE = compiled;
  process.env.NODE_COMPILE_CACHE_PORTABLE = "1";
  enableCompileCache(compiled);
}
void import("./main.ts");
