import { createHmac } from "node:crypto";
import { API_VERSION, newId, type SentEvent } from "./stripeObjects.ts";
import type { StripeStore } from "./stripeStore.ts";

interface Sender {
  store: StripeStore;
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
 * Sends the app signed webhooks, one after the other, and repeats each until it succeeds. Pending ones survive a
 * restart.
 */
export class Webhooks {
  readonly #sender: Sender;
  readonly #closing = new AbortController();
  readonly #timers = new Set<NodeJS.Timeout>();
  #line: Promise<void> = Promise.resolve();

  constructor(sender: Sender) {
    this.#sender = sender;
    this.#sendPending();
  }

  setUrl(url: string | null): void {
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
    if (url !== null) this.#enqueue(event);
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

  #enqueue(event: SentEvent, tried = 0): void {
    this.#line = this.#line.then(() => this.#attempt(event, tried));
  }

  async #attempt(event: SentEvent, tried: number): Promise<void> {
    const { url, retryMs, tries } = this.#sender;
    if (this.#closing.signal.aborted || url === null) return;
    const isTaken = await this.#post(url, event);
    if (this.#closing.signal.aborted) return;
    if (isTaken || tried + 1 >= tries) return void this.#close(event);
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#enqueue(event, tried + 1);
      },
      Math.min(retryMs * 2 ** tried, RETRY_MAX_MS),
    );
    // Pending events must not keep the process alive.
    this.#timers.add(timer.unref());
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
}

/** Stripe's scheme `v1`. It also signs the time, so that an intercepted webhook can't be replayed later. */
function sign(body: string, secret: string, now: number): string {
  const time = Math.floor(now / 1000);
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return `t=${time},v1=${signature}`;
}
