import { writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

/** What a server's main thread uses after a collection of garbage, in bytes. */
export interface HeapUse {
  heapUsed: number;
  rss: number;
}

// Loaded into a server before anything else: on SIGUSR2 it collects garbage and writes what is left into HEAP_USE_FILE.
const file = process.env.HEAP_USE_FILE;
if (file && isMainThread)
  process.on("SIGUSR2", () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    for (let round = 0; round < 3; round++) collect();
    const { heapUsed, rss } = process.memoryUsage();
    writeFileSync(file, JSON.stringify({ heapUsed, rss } satisfies HeapUse));
  });
