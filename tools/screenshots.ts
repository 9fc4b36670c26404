import { join } from "node:path";
import { startChild } from "./child.ts";
import { whenNpmEnds } from "./whenNpmEnds.ts";

/**
 * Takes screenshots of every screen and email in light and dark, on desktop and phone, into `screenshots/`, and checks
 * each.
 */
const root = join(import.meta.dirname, "..");
const tests = await startChild(process.execPath, [join(root, "tools/test/test.ts"), "e2e", "look"], {
  cwd: root,
  env: { ...process.env, SCREENSHOTS: "1" },
});
process.on("SIGINT", () => tests.stop());
process.on("SIGTERM", () => tests.stop());
whenNpmEnds(() => tests.stop());
process.exit(await tests.exited);
