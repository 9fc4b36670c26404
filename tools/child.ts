import { fork } from "node:child_process";
import { on } from "node:events";
import { fileURLToPath } from "node:url";
import type { Order, Report } from "./child-guard.ts";

/** A program that is killed when this process ends, in whatever way. */
export interface Child {
  /** The program's process id. */
  pid: number;
  /** Its exit code; 128 + the signal's number if a signal ended it. */
  exited: Promise<number>;
  /** Its output so far, if `output` is `keep`. */
  output(): string;
  /** Interrupts the program and everything it started, and waits until they are gone. */
  stop(): Promise<void>;
}

export interface ChildOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Shown here (the default), or kept for `output()`. */
  output?: "show" | "keep";
  /** A folder that is removed when the program has ended. */
  temporary?: string;
}

/** Starts a program under a separate guard process. */
export async function startChild(command: string, args: string[], options: ChildOptions = {}): Promise<Child> {
  const { cwd = process.cwd() } = options;
  // All processes of a test run share the compile cache, even if they share no other environment variables.
  const { NODE_COMPILE_CACHE } = process.env;
  const env = options.env ? { NODE_COMPILE_CACHE, ...options.env } : process.env;
  const guard = openGuard(options);
  try {
    const { pid, ended } = await guard.start({ command, args, cwd, env });
    const exited = ended.then(async (code) => {
      await guard.close();
      return code;
    });
    return {
      pid,
      exited,
      output: guard.output,
      async stop() {
        await guard.close();
        await exited;
      },
    };
  } catch (error) {
    await guard.close();
    throw error;
  }
}

export interface Guard {
  /** Starts a program, after the previous one has ended. */
  start(order: Order): Promise<{ pid: number; ended: Promise<number> }>;
  output(): string;
  /** Sets whether the guard keeps this process alive (the default). If not, the program ends with this process. */
  hold(isHeld: boolean): void;
  /** Interrupts the program and everything it started, removes the folder, and waits until all of that is done. */
  close(): Promise<void>;
}

export interface GuardOptions extends Pick<ChildOptions, "output" | "temporary"> {
  stopSignal?: NodeJS.Signals;
}

/**
 * Starts a guard: a small process that runs programs one after the other. When the channel to this process closes, it
 * kills the program's process group and removes the temporary folder, so nothing is left behind even after SIGKILL.
 */
export function openGuard({ output, temporary, stopSignal = "SIGINT" }: GuardOptions): Guard {
  const written = output === "keep" ? "pipe" : "inherit";
  const guard = fork(fileURLToPath(new URL("./child-guard.ts", import.meta.url)), [stopSignal, temporary ?? ""], {
    detached: true, // Ctrl-C reaches the terminal's whole process group, but the guard must outlive this process.
    execArgv: [],
    stdio: ["ignore", written, written, "ipc"],
  });
  let text = "";
  const streams = [guard.stdout, guard.stderr].filter((stream) => stream !== null);
  for (const stream of streams) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(-100_000);
    });
  }
  // Not the event "close", which would also wait for the channel.
  const all = [...streams.map((stream) => ["close", stream] as const), ["exit", guard] as const];
  const gone = Promise.all(all.map(([event, from]) => new Promise((resolve) => from.once(event, resolve))));

  function hold(isHeld: boolean): void {
    for (const each of [guard, guard.channel, ...streams])
      (each as NodeJS.Timeout | undefined)?.[isHeld ? "ref" : "unref"]();
  }

  const reports = on(guard, "message", { close: ["exit"] });
  async function nextReport(): Promise<Report> {
    const { value, done } = await reports.next();
    return done ? { failure: "The guard ended unexpectedly" } : value[0];
  }

  return {
    async start(order) {
      guard.send(order);
      const report = await nextReport();
      if (!("pid" in report)) throw new Error("failure" in report ? report.failure : `${order.command} ended`);
      return {
        pid: report.pid,
        ended: nextReport().then((last) => ("code" in last ? last.code : (guard.exitCode ?? 1))),
      };
    },
    output: () => text,
    hold,
    async close() {
      hold(true);
      if (guard.connected) guard.disconnect();
      await gone;
    },
  };
}
