import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.ts";
import { type Child, startChild } from "./child.ts";
import { whenNpmEnds } from "./whenNpmEnds.ts";

const root = join(import.meta.dirname, "..");
const web = join(root, "web");
const vite = [join(root, "node_modules/vite/bin/vite.js"), "build", "--watch", "--logLevel", "warn", "--config"];

await build();
// From here on the pages change without updating the stamp.
rmSync(join(web, "dist/stamp"), { force: true });

const children: Child[] = [];
let ending = false;

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  await Promise.all(children.map((child) => child.stop()));
  process.exit(code);
}

process.on("SIGINT", () => end(130));
process.on("SIGTERM", () => end(143));
whenNpmEnds(() => end(143));

for (const [args, cwd] of [
  [[...vite, "build/vite.config.ts", "--outDir", "dist/client"], web],
  [[...vite, "build/vite.config.ts", "--outDir", "dist/server", "--ssr", "app/entry.server.tsx"], web],
  [[...vite, "build/embed.config.ts"], web],
  [[...vite, "build/words.config.ts"], web],
  [["--watch", "server/main.ts"], root],
] as const) {
  const child = await startChild(process.execPath, [...args], { cwd });
  children.push(child);
  // If one process ends, stop the others: half a development server is confusing.
  void child.exited.then((code) => end(code || 1));
}
