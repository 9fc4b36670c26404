import { rmSync, watch } from "node:fs";
import { join } from "node:path";
import { SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import { build } from "./build.ts";
import { type Child, startChild } from "./child.ts";
import { freePort } from "./port.ts";
import { generateTexts } from "./texts/generate.ts";
import { whenNpmEnds } from "./whenNpmEnds.ts";

/**
 * `npm run dev`: the product as `npm start` runs it, except that its pages replace changed parts as you type, and its
 * server restarts. The code with which the server renders pages is rebuilt in parallel.
 */
const root = join(import.meta.dirname, "..");
const web = join(root, "web");
const vite = join(root, "node_modules/vite/bin/vite.js");
const rebuild = [vite, "build", "--watch", "--logLevel", "warn", "--config"];
const { PORT = "3000" } = process.env;
/** An editor writes several files at once. */
const SAVED_MS = 100;

await build();
// From here on the pages change without updating the stamp.
rmSync(join(web, "dist/stamp"), { force: true });

const serverPort = String(await freePort());
const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${PORT}`;
const builders = [
  start(web, {}, ...rebuild, "build/vite.config.ts", "--outDir", "dist/server", "--ssr", "app/entry.server.tsx"),
  start(web, {}, ...rebuild, "build/embed.config.ts"),
  start(web, {}, ...rebuild, "build/words.config.ts"),
  start(web, { PORT, SERVER_URL: `http://127.0.0.1:${serverPort}` }, vite, "--config", "build/dev.config.ts"),
];
let server = startServer();
let isEnding = false;
// If one of them ends, all end: half a development server is confusing.
for (const builder of builders) void builder.then(({ exited }) => exited).then((code) => end(code || 1));
process.on("SIGINT", () => end(130));
process.on("SIGTERM", () => end(143));
whenNpmEnds(() => end(143));

watch(join(root, "texts", SOURCE_LANGUAGE), () => {
  try {
    generateTexts();
  } catch (error) {
    // A half-typed file: the next save may be complete.
    console.error(error instanceof Error ? error.message : error);
  }
});
// Not with Node's `--watch`: it makes worker threads send messages of Node's own to the threads that started them.
let restarting: NodeJS.Timeout | undefined;
for (const folder of ["server", "contract", "web/dist/server", "web/dist/words"])
  watch(join(root, folder), { recursive: true }, (_, file) => {
    if (file?.includes(".test.")) return;
    clearTimeout(restarting);
    restarting = setTimeout(restart, SAVED_MS);
  });

async function restart(): Promise<void> {
  const before = server;
  server = before.then((child) => child.stop()).then(startServer);
  await server;
}

function startServer(): Promise<Child> {
  return start(root, { PORT: serverPort, PUBLIC_URL: publicUrl }, "server/main.ts");
}

function start(cwd: string, env: Record<string, string>, ...args: string[]): Promise<Child> {
  return startChild(process.execPath, args, { cwd, env: { ...process.env, ...env } });
}

async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  clearTimeout(restarting);
  await Promise.all([...builders, server].map(async (child) => (await child).stop()));
  process.exit(code);
}
