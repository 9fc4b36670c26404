import { createHmac } from "node:crypto";
import type { Dice, Faults } from "./stripeFaults.ts";
import { API_VERSION, newId, type SentEvent } from "./stripeObjects.ts";
import type { StripeStore } from "./stripeStore.ts";

interface Sender {
  store: StripeStore;
  faults: Faults;
  dice: Dice;
  secret: string;
  url: string | null;
  /** The delay before the second attempt; it doubles each time, up to a minute. */
  retryMs: number;
  /** The number of attempts before an event is given up. */
  tries: number;
  now: () => number;
}

const RETRY_MAX_MS = 60_000;
/** A webhook without a response within this time counts as failed. */
const PATIENCE_MS = 10_000;

/**
 * Sends the app signed webhooks, one after the other, and repeats each until it succeeds. Pending ones survive a restart.
 * `Faults` lists the faults on the way.
 */
export class Webhooks {
  readonly #sender: Sender;
  readonly #closing = new AbortController();
  readonly #timers = new Set<NodeJS.Timeout>();
  #line: Promise<void> = Promise.resolve();
  /** Waits until another event has arrived before it. */
  #held: SentEvent | null = null;

  constructor(sender: Sender) {
    this.#sender = sender;
    this.#sendPending();
  }

  setUrl(url: string): void {
    this.#sender.url = url;
    this.#sendPending();
  }

  /** Sends an event with the object's current state. */
  emit(type: string, object: { id: string; object: string }, idempotencyKey: string | null): void {
    const { store, url, now } = this.#sender;
    const event: SentEvent = {
      id: newId("evt"),
      object: "event",
      api_version: API_VERSION,
      created: Math.floor(now() / 1000),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: url === null ? 0 : 1,
      request: { id: newId("req"), idempotency_key: idempotencyKey },
      type,
    };
    store.events.put(event);
    if (url !== null) this.#setOut(event);
  }

  /** Resolves when no request is in progress. Events that have not arrived stay pending. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#line;
  }

  #sendPending(): void {
    if (this.#sender.url === null) return;
    for (const event of this.#sender.store.events.all()) if (event.pending_webhooks > 0) this.#enqueue(event);
  }

  #setOut(event: SentEvent): void {
    const { dice, faults } = this.#sender;
    // Draws all faults each time, so that they don't depend on each other.
    const [isLost, isDouble, isLate, isHeld] = [
      dice("losesWebhooks"),
      dice("doublesWebhooks"),
      dice("delaysWebhooks"),
      dice("reordersWebhooks"),
    ];
    if (isLost) return void this.#close(event);
    if (isHeld && !this.#held) {
      this.#held = event;
      return void this.#after(faults.webhookDelayMs, () => this.#release(event));
    }
    const copies = isDouble ? 2 : 1;
    const go = () => {
      for (let copy = 0; copy < copies; copy++) this.#enqueue(event);
    };
    if (isLate) this.#after(faults.webhookDelayMs, go);
    else go();
    if (this.#held) this.#release(this.#held);
  }

  #release(event: SentEvent): void {
    if (this.#held !== event) return;
    this.#held = null;
    this.#enqueue(event);
  }

  #enqueue(event: SentEvent, tried = 0): void {
    this.#line = this.#line.then(() => this.#attempt(event, tried));
  }

  async #attempt(event: SentEvent, tried: number): Promise<void> {
    const { url, faults, retryMs, tries } = this.#sender;
    if (this.#closing.signal.aborted || url === null) return;
    if (faults.isDown) return void this.#after(retryMs, () => this.#enqueue(event, tried));
    const isTaken = await this.#post(url, event);
    if (this.#closing.signal.aborted) return;
    if (isTaken || tried + 1 >= tries) return void this.#close(event);
    const wait = Math.min(retryMs * 2 ** tried, RETRY_MAX_MS);
    this.#after(wait, () => this.#enqueue(event, tried + 1));
  }

  async #post(url: string, event: SentEvent): Promise<boolean> {
    const body = JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2);
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "user-agent": "Stripe/1.0 (sandbox stand-in)",
          "stripe-signature": sign(body, this.#sender.secret, this.#sender.now()),
        },
        body,
        redirect: "manual",
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(PATIENCE_MS)]),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }

  /** The event has arrived, or is given up. */
  #close(event: SentEvent): void {
    if (event.pending_webhooks === 0) return;
    event.pending_webhooks = 0;
    this.#sender.store.events.put(event);
    this.#sender.store.commit();
  }

  #after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    // Pending events must not keep the process alive.
    timer.unref();
    this.#timers.add(timer);
  }
}

/** Stripe's scheme `v1`. It also signs the time, so that an intercepted webhook can't be replayed later. */
export function sign(body: string, secret: string, now: number): string {
  const time = Math.floor(now / 1000);
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return `t=${time},v1=${signature}`;
}
