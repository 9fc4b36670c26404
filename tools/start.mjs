// Node 14.8 and newer must be able to read this file, to say that they are too old.
import module from "node:module";
import { fileURLToPath } from "node:url";
import { tooOld } from "../server/neededNode.cjs";

if (tooOld) {
  console.error(
    `${tooOld} If npm has installed one for the project, \`npm run prepare\` finds it; then repeat \`npm start\`.`,
  );
  process.exit(1);
}

// Node's compile cache saves a quarter of the start and the 20 MB of the compiler that strips types.
// (`npm start` saves 25 MB more with --max-semi-space-size, which limits the room for the start's garbage.)
const compiled = fileURLToPath(new URL("../node_modules/.cache/start", import.meta.url));
module.enableCompileCache(compiled);
// Worker threads read it from the environment.
process.env.NODE_COMPILE_CACHE = compiled;

// In another process, because Node keeps most of the memory that building takes.
const { startChild } = await import("./child.ts");
const building = await startChild(process.execPath, [fileURLToPath(new URL("build.ts", import.meta.url))]);
const code = await building.exited;
if (code !== 0) process.exit(code);
const { whenNpmEnds } = await import("./whenNpmEnds.ts");
whenNpmEnds(() => process.kill(process.pid, "SIGTERM"));
// In this process, because it receives the signals.
await import("../server/main.ts");
