// Plain JavaScript, of an old kind: it has to be readable for the Node that is too old for everything else.
import module from "node:module";
import { fileURLToPath } from "node:url";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Survey App needs Node 22.18 or newer; this is ${process.versions.node}; run it through npm, which brings its own.`,
  );
  process.exit(1);
}

// What Node made of our files the last time: a quarter of the start, and 20 MB, for which it would strip types again.
// (`npm start` saves 25 MB more with --max-semi-space-size: what the start throws away need not be kept room for.)
const compiled = fileURLToPath(new URL("../node_modules/.cache/start", import.meta.url));
module.enableCompileCache(compiled);
// Threads take it from here.
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
// In this process: it is the one that gets the signals.
await import("../server/main.ts");
