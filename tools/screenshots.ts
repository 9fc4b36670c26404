import { join } from "node:path";
import { startChild } from "./child.ts";
import { whenNpmEnds } from "./whenNpmEnds.ts";

/** Every screen in light and dark, on a desktop and a phone, as pictures in `screenshots/`; checked on the way. */
const root = join(import.meta.dirname, "..");
const tests = await startChild(process.execPath, [join(root, "tools/test.ts"), "e2e", "look"], {
  cwd: root,
  env: { ...process.env, SCREENSHOTS: "1" },
});
process.on("SIGINT", () => tests.stop());
process.on("SIGTERM", () => tests.stop());
whenNpmEnds(() => tests.stop());
process.exit(await tests.exited);
