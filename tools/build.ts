import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import { startChild } from "./child.ts";
import { generateTexts } from "./texts/generate.ts";

const root = join(import.meta.dirname, "..");
const web = join(root, "web");
const dist = join(web, "dist");
const stampFile = join(dist, "stamp");

const { constants } = zlib;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/**
 * The builds: the files for browsers, the code with which the server renders pages, the files for embedded surveys, and
 * the server's own texts.
 */
const outputs = {
  client: ["build/vite.config.ts"],
  server: ["build/vite.config.ts", "--ssr", "app/entry.server.tsx"],
  embed: ["build/embed.config.ts"],
  words: ["build/words.config.ts"],
};

/** The builds whose files browsers load. */
const SERVED = ["client", "embed"];

/**
 * Builds the pages into folders of `web/dist`, unless their sources are unchanged.
 * Safe to call from several processes at once: one builds, the others wait.
 */
export async function build({ force = false } = {}): Promise<void> {
  mkdirSync(dist, { recursive: true });
  const unlock = await lock();
  try {
    generateTexts();
    const stamp = sourceStamp();
    if (!force && stamp === builtStamp()) return;
    process.stdout.write("Building the pages … ");
    const started = performance.now();
    try {
      await buildAside();
    } catch (error) {
      console.log("failed");
      throw error;
    }
    writeFileSync(stampFile, stamp);
    console.log(`done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  } finally {
    unlock();
  }
}

/** Builds next to the old pages and swaps the folders at the end, so a running server lacks files only for a moment. */
async function buildAside(): Promise<void> {
  // Left behind by a killed build; no other process builds while we hold the lock.
  for (const name of readdirSync(dist)) if (name.startsWith("next-")) rmSync(join(dist, name), { recursive: true });
  const next = mkdtempSync(join(dist, "next-"));
  try {
    await Promise.all(
      Object.entries(outputs).map(async ([name, args]) => {
        await runVite(join(next, name), args);
        if (SERVED.includes(name)) await compressFiles(join(next, name));
      }),
    );
    rmSync(stampFile, { force: true });
    for (const name of Object.keys(outputs)) {
      rmSync(join(dist, name), { recursive: true, force: true });
      renameSync(join(next, name), join(dist, name));
    }
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** Writes compressed copies beside files that shrink, in zlib's threads; the server sends them unchanged. */
async function compressFiles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  await Promise.all(
    names
      .filter((name) => /\.(js|css|svg|txt)$/.test(name))
      .map(async (name) => {
        const file = join(folder, name);
        const bytes = readFileSync(file);
        const quality = { [constants.BROTLI_PARAM_QUALITY]: qualityOf(name) };
        writeFileSync(`${file}.br`, await brotli(bytes, { params: quality }));
        writeFileSync(`${file}.gz`, await gzip(bytes, { level: constants.Z_BEST_COMPRESSION }));
      }),
  );
}

/**
 * The best compression takes two seconds for the scripts of a language, so only those of English get it; others are 5
 * to 10 % larger.
 */
function qualityOf(name: string): number {
  const [, language = SOURCE_LANGUAGE] = /\bassets\/([\w-]+)-[\w-]{8}\//.exec(name) ?? [];
  return language === SOURCE_LANGUAGE ? constants.BROTLI_MAX_QUALITY : 7;
}

async function runVite(outDir: string, [config = "", ...args]: string[]): Promise<void> {
  const vite = await startChild(
    process.execPath,
    [
      join(root, "node_modules/vite/bin/vite.js"),
      "build",
      "--config",
      config,
      "--logLevel",
      "warn",
      "--outDir",
      outDir,
      ...args,
    ],
    // Independent of the server's NODE_ENV: pages are never built with React's development version.
    {
      cwd: web,
      env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1", FORCE_COLOR: undefined },
      output: "keep",
    },
  );
  const code = await vite.exited;
  if (code !== 0) throw new Error(`the pages can't be built\n${vite.output()}`);
  if (vite.output().trim()) console.warn(`\n${vite.output().trim()}`);
}

/** A hash of all sources of the pages. */
function sourceStamp(): string {
  const hash = createHash("sha256");
  const files = [
    web,
    join(root, "contract"),
    join(root, "texts"),
    join(root, "server/words"),
    join(import.meta.dirname, "texts"),
  ].flatMap(filesUnder);
  for (const file of [...files, join(root, "package-lock.json"), import.meta.filename].sort()) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (["dist", "node_modules"].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

function builtStamp(): string | undefined {
  try {
    return readFileSync(stampFile, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * A lock between processes that the operating system releases when its holder dies: SQLite's file lock.
 * A lock file with a process id would outlive a kill, and the id may belong to another process by then.
 */
async function lock(): Promise<() => void> {
  const database = new DatabaseSync(join(dist, "lock"));
  for (;;) {
    try {
      database.exec("begin exclusive");
      return () => database.close();
    } catch (error) {
      if (!(error instanceof Error && error.message.includes("locked"))) throw error;
      await sleep(100);
    }
  }
}

// `import.meta.main` is newer than Node 22.18.
if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  try {
    await build({ force: process.argv.includes("--force") });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
