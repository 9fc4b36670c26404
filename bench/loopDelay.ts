import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/**
 * Loaded into a measured server (`node --import`). On SIGUSR2 it writes the maximum event loop delay since the last
 * signal, in milliseconds, to the file named in LOOP_DELAY_FILE.
 */
export interface LoopDelay {
  p99: number;
  longest: number;
}

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  process.on("SIGUSR2", () => {
    const delay: LoopDelay = { p99: delays.percentile(99) / 1e6, longest: delays.max / 1e6 };
    writeFileSync(process.env.LOOP_DELAY_FILE ?? "", JSON.stringify(delay));
    delays.reset();
  });
}
