import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChild } from "../../tools/child.ts";
import { freePort } from "../../tools/port.ts";
import { programPath } from "../../tools/test/program.ts";

/** Whether there is a Caddy, or one can be installed. */
export const hasCaddy = (): boolean => programPath("caddy") !== undefined;

/**
 * Caddy with deploy/Caddyfile as it is, before one instance. Only where `hasCaddy`.
 * @returns its address, when it answers
 */
export async function startCaddy(instance: number): Promise<{ site: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "survey-app-caddy-"));
  const site = `http://127.0.0.1:${await freePort()}`;
  const file = join(import.meta.dirname, "../../deploy/Caddyfile");
  const child = await startChild(programPath("caddy") ?? "", ["run", "--config", file], {
    env: {
      PUBLIC_URL: site,
      UPSTREAM: `127.0.0.1:${instance}`,
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      HOME: folder,
    },
    output: "keep",
    temporary: folder,
  });
  let hasEnded = false;
  void child.exited.then(() => {
    hasEnded = true;
  });
  while (!(await fetch(site).catch(() => null))) {
    if (hasEnded) throw new Error(`Caddy did not start:\n${child.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { site, stop: child.stop };
}
