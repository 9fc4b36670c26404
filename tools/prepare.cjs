// npm runs this after it has installed the packages. It runs on any Node from 12 on: with the syntax of that time, and
// without the prefix "node:". Everything after it runs on the Node that npm installs for the project (decision 0077).
"use strict";

const { spawnSync } = require("child_process");
const { existsSync, mkdirSync, readdirSync, symlinkSync, unlinkSync } = require("fs");
const { globalPaths } = require("module");
const { delimiter, join } = require("path");
const { optionalDependencies } = require("../package.json");
const { isTooOld, tooOld } = require("../server/neededNode.cjs");

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

/** Runs a file and ends with its exit code if that is not 0. */
function run(node, args, env) {
  const { error, status } = spawnSync(node, args, { stdio: "inherit", env: Object.assign({}, process.env, env) });
  if (error) throw error;
  if (status !== 0) process.exit(status === null ? 1 : status);
}

/** On an old Node, npm leaves out optional packages that need a newer one, such as Vite's compiler. On the project's it adds them. */
function addLeftOutPackages(node) {
  const { npm_execpath: npm, npm_config_user_agent: agent = "" } = process.env;
  const [, npmsNode] = /^npm\/\S+ node\/v(\S+)/.exec(agent) || [];
  if (!npmsNode || !isTooOld(npmsNode)) return;
  const quietly = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  // Debian's npm finds its parts through paths that only Debian's Node knows. An old npm uses what a new Node advises against.
  run(node, ["--no-deprecation", npm, "install"].concat(quietly), { NODE_PATH: globalPaths.join(delimiter) });
}

// On Windows npm's links are scripts, which only npm writes: there this runs on the project's Node, or on the machine's.
const bundled = process.platform === "win32" ? undefined : Object.keys(optionalDependencies).find(runs);
if (!bundled && tooOld) {
  console.error(tooOld);
  process.exit(1);
}
// By its path: the shell that started this may remember another `node`.
const node = bundled ? join(packages, bundled, "bin/node") : process.execPath;
if (bundled) {
  addLeftOutPackages(node);
  link(bundled);
}
run(node, [join(__dirname, "texts/generate.ts")]);
