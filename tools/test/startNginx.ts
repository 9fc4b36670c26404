import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { startChild } from "../child.ts";

export interface RunningNginx {
  name: "nginx";
  stop(): Promise<void>;
}

/** Changes the example to a proxy that keeps responses back until they are complete, whatever their headers say. */
const BUFFERING: Changes = [[/proxy_buffering off;/, "proxy_buffering on; proxy_ignore_headers X-Accel-Buffering;"]];

type Changes = [RegExp, string][];

/** nginx in front of one instance that buffers streams, as many companies' and schools' proxies do. */
export function startBufferingNginx(nginx: string, port: number, instance: number): Promise<RunningNginx> {
  return startNginx(nginx, port, [instance], BUFFERING);
}

/** nginx with our example configuration in front of these instances. @param nginx its path */
export async function startNginx(
  nginx: string,
  port: number,
  instances: readonly number[],
  more: Changes = [],
): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), "survey-app-nginx-"));
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(folder, port, instances, more));
  const args = ["-p", folder, "-e", "stderr", "-c", file, "-g", "daemon off;"];
  await promisify(execFile)(nginx, [...args, "-t"]);
  const child = await startChild(nginx, args, { output: "keep", temporary: folder });
  let hasEnded = false;
  void child.exited.then(() => {
    hasEnded = true;
  });
  while (!(await isListening(port))) {
    if (hasEnded) throw new Error(`nginx did not start:\n${child.output()}`);
    await sleep(20);
  }
  return { name: "nginx", stop: child.stop };
}

/** `deploy/nginx.conf` with our instances, on our port, without a certificate, and with its files in `folder`. */
function configuration(folder: string, port: number, instances: readonly number[], more: Changes): string {
  const example = readFileSync(join(import.meta.dirname, "../../deploy/nginx.conf"), "utf8");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const changes: Changes = [
    ...more,
    // As root, nginx would switch to a user who can't read the folder.
    [
      /^worker_processes auto;/m,
      `${process.getuid?.() === 0 ? "user root;\n" : ""}pid ${folder}/pid;\nworker_processes 1;`,
    ],
    [/^worker_rlimit_nofile .*$/m, ""],
    [/worker_connections \d+/, "worker_connections 512"],
    [/^http \{/m, `http {\n${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}`],
    [/(\s+server 127\.0\.0\.1:\d+ ([^;]+);)+/, instances.map((each) => `\nserver 127.0.0.1:${each} $2;`).join("")],
    [/\/var\/cache/, folder],
    [/\n {4}server \{\s+listen 80 [\s\S]+?\n {4}\}/, ""],
    [/\n +listen \[::\]:443 ssl http2;/, ""],
    [/listen 443 ssl http2/, `listen 127.0.0.1:${port}`],
    [/^ +ssl_.*$/gm, ""],
  ];
  return changes.reduce((text, [what, by]) => {
    if (!what.test(text)) throw new Error(`deploy/nginx.conf has no ${what}`);
    return text.replace(what, by);
  }, example);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
