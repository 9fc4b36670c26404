import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that systems assign automatically (Linux from 32768, others from 49152) to outgoing connections and
 * to servers that ask for any port: nothing takes such a port between this choice and its use.
 */
const PORTS = { from: 15_000, to: 32_000 };
const ATTEMPTS = 50;

/**
 * A port of 127.0.0.1 that is free now, chosen at random, so that tests that run at the same time choose different
 * ones.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isFree(port)) return port;
  }
  throw new Error(`${ATTEMPTS} ports between ${PORTS.from} and ${PORTS.to} are in use`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
