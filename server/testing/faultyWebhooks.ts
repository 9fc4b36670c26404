import { setTimeout as sleep } from "node:timers/promises";
import { bodyOf, startProxy } from "./proxy.ts";
import type { Dice, Faults } from "./stripeFaults.ts";

/** The interval at which a waiting webhook checks whether the provider is up again. */
const CHECK_MS = 20;

/** Passes the sandbox's webhooks on to the app, one after the other: some never, twice, late, or after the next one. */
export async function startFaultyWebhooks(faults: Faults, dice: Dice, target: string | null) {
  const timers = new Set<NodeJS.Timeout>();
  const closing = new AbortController();
  const { signal } = closing;
  let line: Promise<unknown> = Promise.resolve();
  /** Sends the webhook that waits until another one has arrived before it. */
  let held: (() => void) | undefined;

  function after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer.unref());
  }

  /** Handles one webhook. @returns the status of the response to the sandbox; 200 when it need not send it again */
  async function handle(forward: () => Promise<number>): Promise<number> {
    while (faults.isDown && !signal.aborted) await sleep(CHECK_MS);
    // Draws all faults each time, so that they don't depend on each other.
    const [isLost, isDouble, isLate, isHeld] = [
      dice("losesWebhooks"),
      dice("doublesWebhooks"),
      dice("delaysWebhooks"),
      dice("reordersWebhooks"),
    ];
    if (isLost) return 200;
    if (isHeld && !held) {
      const release = () => {
        if (held !== release) return;
        held = undefined;
        void forward();
      };
      held = release;
      after(faults.webhookDelayMs, release);
      return 200;
    }
    if (isDouble) void forward();
    if (isLate) {
      after(faults.webhookDelayMs, () => void forward());
      held?.();
      return 200;
    }
    const status = forward();
    held?.();
    return status;
  }

  const proxy = await startProxy(async (request, response) => {
    const body = await bodyOf(request);
    const headers = {
      "content-type": "application/json",
      "stripe-signature": String(request.headers["stripe-signature"]),
    };
    const forward = () => {
      const sent = line.then(() => post(target ?? "", { body, headers, signal }));
      line = sent;
      return sent;
    };
    response.writeHead(await handle(forward)).end();
  });

  return {
    url: `http://127.0.0.1:${proxy.port}`,
    setUrl(url: string | null) {
      target = url;
    },
    close() {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
      proxy.close();
    },
  };
}

/** @returns the status of the response; 502 if there is none */
async function post(url: string, init: RequestInit): Promise<number> {
  try {
    const response = await fetch(url, { method: "POST", redirect: "manual", ...init });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 502;
  }
}
