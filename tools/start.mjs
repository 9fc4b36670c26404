// Plain, old-style JavaScript, so that even a Node that is too old can run it and report the problem.
import module from "node:module";
import { fileURLToPath } from "node:url";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Survey App needs Node 22.18 or newer; this is ${process.versions.node}; run it through npm, which brings its own.`,
  );
  process.exit(1);
}

// Node's compile cache saves a quarter of the start and the 20 MB of the compiler that strips types.
// (`npm start` saves 25 MB more with --max-semi-space-size, which limits the room for the start's garbage.)
const compiled = fileURLToPath(new URL("../node_modules/.cache/start", import.meta.url));
module.enableCompileCache(compiled);
// Worker threads read it from the environment.
process.env.NODE_COMPILE_CACHE = compiled;

try {
  const { build } = await import("./build.ts");
  await build();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const { whenNpmEnds } = await import("./whenNpmEnds.ts");
whenNpmEnds(() => process.kill(process.pid, "SIGTERM"));
// In this process, because it receives the signals.
await import("../server/main.ts");
