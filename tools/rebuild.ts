import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { type Child, startChild } from "./child.ts";
import { commandIn, type Instruction, ignoredBy, pairsIn, parseDockerfile } from "./dockerfile.ts";

/** Nobody's number on every Linux: has no files anywhere. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** A stage of the build: an image's root folder somewhere in ours, and what its instructions have set. */
interface Stage {
  name: string;
  root: string;
  workdir: string;
  user: string;
  env: Record<string, string>;
  command: string[];
  healthCheck: string[];
  volumes: string[];
  stopSignal: string;
}

export interface Rebuilt extends Stage {
  /** Starts a command in the image, as its unprivileged user, in its folder, with nothing but its environment and this. */
  start(command: string[], env: Record<string, string>): Promise<Child>;
}

export interface RebuildOptions {
  /** Whether `npm ci` is run, or replaced by what it installed here from the same lock file: seconds in place of a minute. */
  installs: boolean;
}

/**
 * Follows the project's Dockerfile without a container engine, in a folder that is empty. Absolute paths are taken
 * below that folder, everything runs as nobody (as oneself, where one is not root), and at the end the image's files
 * are closed to writing, but for those that the Dockerfile gives to its user. A base image is this Node, and the
 * machine's shell. An instruction that is not known here is an error.
 */
export async function rebuild(project: string, folder: string, { installs }: RebuildOptions): Promise<Rebuilt> {
  chmodSync(folder, 0o755);
  const stages: Stage[] = [];
  for (const instruction of parseDockerfile(readFileSync(join(project, "Dockerfile"), "utf8"))) {
    if (instruction.name === "FROM") stages.push(beginStage(folder, instruction));
    else await follow(instruction, { project, stages, installs });
  }
  const last = stages.at(-1);
  if (!last) throw new Error("the Dockerfile has no stage");
  for (const stage of stages.slice(0, -1)) removeRebuilt(stage.root);
  seal(last);
  return { ...last, start: (command, env) => start(last, command, env) };
}

function beginStage(folder: string, { rest }: Instruction): Stage {
  const [image = "", , name = "image"] = rest.split(/\s+/);
  if (!/^node:24\.\d+\.\d+-\w+-slim$/.test(image))
    throw new Error(`${image} is no slim Node that is pinned by version`);
  const root = join(folder, name);
  makeFolder(join(root, "usr/local/bin"), false);
  for (const given of ["tmp", "home/node"]) makeFolder(join(root, given), true);
  const node = join(root, "usr/local/bin/node");
  try {
    linkSync(process.execPath, node);
  } catch {
    // Links go no further than a file system.
    cpSync(process.execPath, node);
  }
  return {
    name,
    root,
    workdir: "/",
    env: {},
    command: [],
    healthCheck: [],
    volumes: [],
    stopSignal: "SIGTERM",
    user: "",
  };
}

interface Build {
  project: string;
  stages: Stage[];
  installs: boolean;
}

async function follow({ name, flags, rest }: Instruction, build: Build): Promise<void> {
  const stage = build.stages.at(-1);
  if (!stage) throw new Error(`${name} stands before the first FROM`);
  if (name === "WORKDIR") {
    stage.workdir = posix.resolve(stage.workdir, rest);
    makeFolder(join(stage.root, stage.workdir), false);
  } else if (name === "USER") stage.user = rest;
  else if (name === "ENV") Object.assign(stage.env, pairsIn(rest));
  else if (name === "CMD") stage.command = commandIn(rest);
  else if (name === "HEALTHCHECK") stage.healthCheck = commandIn(rest);
  else if (name === "VOLUME") stage.volumes = commandIn(rest);
  else if (name === "STOPSIGNAL") stage.stopSignal = rest;
  else if (name === "COPY") copyInto(stage, flags, rest.split(/\s+/), build);
  else if (name === "RUN") await run(stage, rest, build);
  else if (!["LABEL", "EXPOSE"].includes(name)) throw new Error(`tools/rebuild.ts does not know ${name}`);
}

function copyInto(stage: Stage, { from, chown = "0:0" }: Record<string, string>, words: string[], build: Build): void {
  const origin = from === undefined ? build.project : build.stages.find(({ name }) => name === from)?.root;
  if (origin === undefined) throw new Error(`there is no stage ${from}`);
  const isIgnored = from === undefined ? ignoredBy(readFileSync(join(origin, ".dockerignore"), "utf8")) : () => false;
  const target = words.at(-1) ?? "";
  const to = join(stage.root, posix.resolve(stage.workdir, target));
  for (const source of words.slice(0, -1)) {
    const isFolder = lstatSync(join(origin, source)).isDirectory();
    if (isFolder) makeFolder(to, chown !== "0:0");
    for (const file of filesOf(origin, source, isIgnored)) {
      // A folder's content is copied, not the folder; a file goes into what ends in a slash.
      const place = isFolder ? posix.relative(source, file) : /[./]$/.test(target) ? basename(file) : "";
      makeFolder(dirname(join(to, place)), chown !== "0:0");
      const copy = from === undefined ? copyFile : moveFile;
      copy(join(origin, file), join(to, place));
      // A copy keeps its file's owner.
      give(join(to, place), chown !== "0:0");
    }
  }
}

/** Folders that are kept out whole (`node_modules`) are not even looked into. */
function filesOf(origin: string, source: string, isIgnored: (path: string) => boolean): string[] {
  if (source !== "." && isIgnored(source)) throw new Error(`${source} is kept out by .dockerignore`);
  if (!lstatSync(join(origin, source)).isDirectory()) return [source];
  return readdirSync(join(origin, source), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(source, entry.name);
    if (isIgnored(path)) return [];
    return entry.isDirectory() ? filesOf(origin, path, isIgnored) : [path];
  });
}

function copyFile(from: string, to: string): void {
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else copyFileSync(from, to);
}

/** Out of a stage that is over, and soon gone: a second name costs less than a copy. */
function moveFile(from: string, to: string): void {
  if (lstatSync(from).isSymbolicLink()) copyFile(from, to);
  else linkSync(from, to);
}

async function run(stage: Stage, command: string, { project, installs }: Build): Promise<void> {
  // It would mean this machine's path.
  if (/(?:^|[\s='"])\//.test(command)) throw new Error(`RUN with an absolute path: ${command}`);
  if (command === "npm ci" && !installs) return takeInstalled(project, join(stage.root, stage.workdir));
  // How this machine reaches the registry is no secret of the image's.
  const ways = Object.entries(process.env).filter(([name]) =>
    /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name),
  );
  const env = { ...Object.fromEntries(ways), HOME: join(stage.root, stage.workdir) };
  const child = await start(stage, ["sh", "-c", command], env);
  const code = await child.exited;
  if (code !== 0) throw new Error(`${command} ended with code ${code}:\n${child.output()}`);
}

/** What `npm ci` has installed here, as hard links where that is possible: the same files. */
function takeInstalled(project: string, workdir: string): void {
  for (const modules of globSync("{,*/}node_modules", { cwd: project })) {
    const [from, to] = [join(project, modules), join(workdir, modules)];
    if (spawnSync("cp", ["-al", from, to], { stdio: "ignore" }).status !== 0) {
      rmSync(to, { recursive: true, force: true });
      cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    }
    // What tools left there was not installed; `.bin` and npm's own list were.
    for (const left of globSync(".{cache,vite*}", { cwd: to })) rmSync(join(to, left), { recursive: true });
    give(to, true);
  }
}

function start(stage: Stage, command: string[], env: Record<string, string>): Promise<Child> {
  const inImage = (value: string) => (value.startsWith("/") ? join(stage.root, value) : value);
  const own = Object.entries(stage.env).map(([name, value]) => [name, inImage(value)]);
  const as = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
  const [program = "", ...args] = isRoot ? ["setpriv", ...as, ...command] : command;
  return startChild(program, args, {
    cwd: join(stage.root, stage.workdir),
    env: {
      PATH: [join(stage.root, "usr/local/bin"), process.env.PATH].join(":"),
      TMPDIR: join(stage.root, "tmp"),
      ...Object.fromEntries(own),
      ...env,
    },
    output: "keep",
  });
}

/** Makes a folder and those above it that are missing, all of them root's, or the image's user's. */
function makeFolder(path: string, isGiven: boolean): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), isGiven);
  mkdirSync(path, { mode: 0o755 });
  give(path, isGiven);
}

/** To the image's user, or to root. */
function give(path: string, isGiven: boolean): void {
  if (isRoot) lchownSync(path, isGiven ? NOBODY : 0, isGiven ? NOBODY : 0);
}

/** Takes all rights to write from files that are the user's own: there is no root here to own them. */
function seal({ root, workdir }: Stage): void {
  if (!isRoot) spawnSync("chmod", ["-R", "a-w", join(root, workdir)]);
}

/** Removes what was rebuilt, whole or in part. */
export function removeRebuilt(path: string): void {
  if (!isRoot) spawnSync("find", [path, "-type", "d", "-exec", "chmod", "u+w", "{}", "+"]);
  rmSync(path, { recursive: true, force: true });
}
