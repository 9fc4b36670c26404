import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type Stripe from "stripe";
import type { CardBehavior, SeenCard } from "./stripeCards.ts";
import type { SentEvent } from "./stripeObjects.ts";

/** A card that was used for a payment whose result is still open. */
export interface Attempt {
  /** The payment's. */
  id: string;
  card: SeenCard;
  behavior: CardBehavior;
  paymentMethodId: string;
  /** When the result is due, in milliseconds since 1970; null during the authentication. */
  settlesAt: number | null;
}

/** The stored response of an idempotency key. */
export interface KeptAnswer {
  /** The key. */
  id: string;
  /** Of the request: another one with the same key is a mistake. */
  request: string;
  requestId: string;
  status: number;
  body: unknown;
  at: number;
}

/** Stripe deletes keys after a day. */
export const ANSWERS_KEPT_MS = 24 * 3_600_000;
const EVENTS_MAX = 1000;

/** Objects of one kind, in the order they came. */
export class Collection<T extends { id: string }> {
  readonly #objects = new Map<string, T>();
  readonly #onPut: (object: T) => void;

  constructor(onPut: (object: T) => void) {
    this.#onPut = onPut;
  }

  get(id: string): T | undefined {
    return this.#objects.get(id);
  }

  put(object: T): void {
    this.#objects.set(object.id, object);
    this.#onPut(object);
  }

  /** Restores a stored object. */
  restore(object: T): void {
    this.#objects.set(object.id, object);
  }

  drop(id: string): void {
    this.#objects.delete(id);
  }

  all(): T[] {
    return [...this.#objects.values()];
  }

  newestFirst(): T[] {
    return this.all().reverse();
  }
}

/**
 * The stand-in's state. Objects are changed in place and put back; `commit` appends them to a log of lines, in which an
 * object's last line counts. The log is compacted at each start.
 */
export class StripeStore {
  readonly #file: string | null;
  #dirty = new Map<string, string>();
  readonly intents = this.#collection<Stripe.PaymentIntent>("intents");
  readonly attempts = this.#collection<Attempt & { isOver?: true }>("attempts");
  readonly charges = this.#collection<Stripe.Charge>("charges");
  readonly refunds = this.#collection<Stripe.Refund>("refunds");
  readonly disputes = this.#collection<Stripe.Dispute>("disputes");
  readonly events = this.#collection<SentEvent>("events");
  readonly answers = this.#collection<KeptAnswer>("answers");

  constructor(dataDir: string | null, now: number) {
    this.#file = dataDir === null ? null : join(dataDir, "sandbox-stripe.jsonl");
    if (dataDir === null || this.#file === null) return;
    mkdirSync(dataDir, { recursive: true });
    this.#read(this.#file);
    this.#forget(now);
    this.#writeWhole(this.#file);
  }

  /** Writes the changes since the last commit, before any response reports them: so a killed process loses none. */
  commit(): void {
    if (this.#dirty.size === 0) return;
    const lines = [...this.#dirty.values()];
    this.#dirty = new Map();
    if (this.#file !== null) appendFileSync(this.#file, lines.join(""), { mode: 0o600 });
  }

  #collection<T extends { id: string }>(kind: string): Collection<T> {
    // An object that was put twice before a `commit` is written once.
    return new Collection<T>((object) => {
      if (this.#file !== null) this.#dirty.set(`${kind} ${object.id}`, lineOf(kind, object));
    });
  }

  #collections(): Record<string, Collection<{ id: string }>> {
    const { intents, attempts, charges, refunds, disputes, events, answers } = this;
    const collections = { intents, attempts, charges, refunds, disputes, events, answers };
    return collections as unknown as Record<string, Collection<{ id: string }>>;
  }

  #read(file: string): void {
    const collections = this.#collections();
    for (const line of linesOf(file)) {
      const [kind, object] = line;
      collections[kind]?.restore(object);
    }
  }

  #forget(now: number): void {
    for (const { id, at } of this.answers.all()) if (at < now - ANSWERS_KEPT_MS) this.answers.drop(id);
    for (const { id, isOver } of this.attempts.all()) if (isOver) this.attempts.drop(id);
    for (const event of this.events.newestFirst().slice(EVENTS_MAX)) {
      if (event.pending_webhooks === 0) this.events.drop(event.id);
    }
  }

  #writeWhole(file: string): void {
    const lines = Object.entries(this.#collections()).flatMap(([kind, collection]) =>
      collection.all().map((object) => lineOf(kind, object)),
    );
    // Written under another name first, so that a kill at this point loses nothing.
    writeFileSync(`${file}.part`, lines.join(""), { mode: 0o600 });
    renameSync(`${file}.part`, file);
  }
}

const lineOf = (kind: string, object: unknown) => `${JSON.stringify([kind, object])}\n`;

function linesOf(file: string): [kind: string, object: { id: string }][] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  const lines: [string, { id: string }][] = [];
  for (const line of text.split("\n")) {
    try {
      if (line) lines.push(JSON.parse(line));
    } catch {
      // The incomplete last line of a process that was killed while writing.
    }
  }
  return lines;
}
