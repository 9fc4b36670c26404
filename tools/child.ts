import { fork, type StdioOptions } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A program that ends with this process, however this process ends. */
export interface Child {
  /** The program's process id. */
  pid: number;
  /** Its exit code; 128 + the signal's number where a signal ended it. */
  exited: Promise<number>;
  /** What it wrote, where `output` is `keep`. */
  output(): string;
  /** Interrupts the program and everything it started, and waits until they are gone. */
  stop(): Promise<void>;
}

export interface ChildOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Shown here (the default), or kept for `output()`. */
  output?: "show" | "keep";
  /** A folder that is removed after the program's end. */
  temporary?: string;
}

/**
 * Starts a program with its own guard: a small process that ends the program's whole group, and removes its temporary
 * folder, as soon as the channel to this process closes. So nothing stays behind, not even after SIGKILL.
 */
export async function startChild(command: string, args: string[], options: ChildOptions = {}): Promise<Child> {
  const { cwd = process.cwd(), env = process.env, output = "show", temporary } = options;
  const written = output === "show" ? "inherit" : "pipe";
  const stdio: StdioOptions = ["ignore", written, written, "ipc"];
  const guard = fork(fileURLToPath(new URL("./child-guard.ts", import.meta.url)), {
    detached: true, // Ctrl-C goes to a terminal's whole group: the guard has to outlive this process.
    execArgv: [],
    stdio,
  });
  let text = "";
  const streams = [guard.stdout, guard.stderr].filter((stream) => stream !== null);
  for (const stream of streams) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(-100_000);
    });
  }
  // Not the event "close", which also waits for a channel that `stop` has closed.
  const read = streams.map((stream) => new Promise((resolve) => stream.once("close", resolve)));
  const exited = new Promise<number>((resolve) => guard.once("exit", (code) => resolve(code ?? 1))).then(
    async (code) => {
      await Promise.all(read);
      return code;
    },
  );
  const pid = await new Promise<number>((resolve, reject) => {
    guard.once("message", (report: { pid: number } | { failure: string }) =>
      "pid" in report ? resolve(report.pid) : reject(new Error(report.failure)),
    );
    guard.once("exit", () => reject(new Error(`The guard of ${command} ended unexpectedly`)));
    guard.send({ command, args, cwd, env, temporary });
  });
  return {
    pid,
    exited,
    output: () => text,
    async stop() {
      if (guard.connected) guard.disconnect();
      await exited;
    },
  };
}
