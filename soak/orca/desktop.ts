import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Child, startChild } from "../../tools/child.ts";

/**
 * An invisible screen with a window manager, the accessibility bus, and Orca, which writes what it would speak into a
 * file.
 */
export interface Desktop {
  /** The environment of programs that run on this desktop. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

const SCREEN = "1280x900x24";
const START_MS = 60_000;
/** As `nice` counts. */
const PREFERRED = -10;

/**
 * Orca reads this when it starts. The log has the spoken texts and their reasons, and each line immediately. Orca
 * doesn't read whole pages when they open: a person would stop that with the next key, but without a voice it can't be
 * stopped. Typed keys are not repeated.
 */
const CUSTOMIZATIONS = `
from orca import debug, settings
debug.debugFile.reconfigure(line_buffering=True)
debug.debugLevel = debug.LEVEL_INFO
settings.sayAllOnLoad = False
settings.enableKeyEcho = False
`;

/** Starts a desktop. It doesn't have sound: Orca writes what it would speak into its debug log, `ORCA_LOG`. */
export async function startDesktop(): Promise<Desktop> {
  const home = mkdtempSync(join(tmpdir(), "survey-app-orca-"));
  const runtime = join(home, "runtime");
  mkdirSync(runtime, { mode: 0o700 });
  const settings = join(home, ".local/share/orca");
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, "orca-customizations.py"), CUSTOMIZATIONS);
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(runtime, "bus")}`,
    GSETTINGS_BACKEND: "memory",
    // Otherwise Chromium waits for a setting of the desktop.
    ACCESSIBILITY_ENABLED: "1",
    LC_ALL: "C.UTF-8",
    ORCA_LOG: join(home, "orca.log"),
  };
  const started: Child[] = [];
  const start = async (command: string, ...args: string[]) => {
    const child = await startChild(command, args, { env, output: "keep" });
    preferOnBusyMachine(child.pid);
    started.unshift(child);
    return child;
  };
  const stop = async () => {
    for (const child of started) await child.stop();
  };
  try {
    // The last one to stop, because it removes the folder.
    const screen = await startChild("Xvfb", ["-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"], {
      env,
      output: "keep",
      temporary: home,
    });
    started.unshift(screen);
    await until(() => /\d+/.test(screen.output()), "the screen");
    env.DISPLAY = `:${/\d+/.exec(screen.output())?.[0]}`;
    await start("dbus-daemon", "--session", "--nofork", `--address=${env.DBUS_SESSION_BUS_ADDRESS}`);
    await start("openbox");
    await start("orca", "--debug-file", String(env.ORCA_LOG));
    await until(
      () => readFileSync(String(env.ORCA_LOG), "utf8").includes("SPEECH OUTPUT: 'Screen reader on.'"),
      "Orca",
    );
  } catch (error) {
    const output = started.map((child) => child.output()).join("\n");
    await stop();
    throw new Error(`The desktop did not start:\n${output}`, { cause: error });
  }
  return { env, stop };
}

/**
 * Gives a program and its children priority over other work, if this user may do so: the test is about a person's own
 * computer, where a screen reader is never a second late.
 */
export function preferOnBusyMachine(pid: number): void {
  tolerant(() => {
    setPriority(pid, PREFERRED);
    return true;
  });
}

async function until(isDone: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!tolerant(isDone)) {
    if (Date.now() > deadline) throw new Error(`${what} did not start within ${START_MS} ms`);
    await sleep(50);
  }
}

function tolerant(isDone: () => boolean): boolean {
  try {
    return isDone();
  } catch {
    return false;
  }
}
