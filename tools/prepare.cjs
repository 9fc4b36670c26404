// npm runs this after it has installed the packages. It runs on any Node from 12 on: with the syntax of that time, and
// without the prefix "node:". Everything after it runs on the Node that npm installs for the project (decision 0077).
"use strict";

const { spawnSync } = require("child_process");
const { existsSync, mkdirSync, readdirSync, symlinkSync, unlinkSync } = require("fs");
const { join } = require("path");
const { optionalDependencies } = require("../package.json");

const packages = join(__dirname, "../node_modules");
const programs = join(packages, ".bin");

/** Whether the Node of a package is installed and runs here. On musl it does not: it is linked to glibc. */
function runs(name) {
  return spawnSync(join(packages, name, "bin/node"), ["--version"]).status === 0;
}

/** Makes the link through which npm's scripts find the project's Node, because npm 8 to 10 lose it. */
function link(name) {
  if (existsSync(join(programs, "node"))) return;
  mkdirSync(programs, { recursive: true });
  if (readdirSync(programs).includes("node")) unlinkSync(join(programs, "node"));
  symlinkSync(join("..", name, "bin/node"), join(programs, "node"));
}

// On Windows npm's links are scripts, which only npm writes: there this runs on the project's Node, or on the machine's.
const bundled = process.platform === "win32" ? undefined : Object.keys(optionalDependencies).find(runs);
if (bundled) link(bundled);
else {
  const { tooOld } = require("../server/neededNode.cjs");
  if (tooOld) {
    console.error(tooOld);
    process.exit(1);
  }
}
// By its path: the shell that started this may remember another `node`.
const node = bundled ? join(packages, bundled, "bin/node") : process.execPath;
const { error, status } = spawnSync(node, [join(__dirname, "texts/generate.ts")], { stdio: "inherit" });
if (error) throw error;
process.exitCode = status === null ? 1 : status;
