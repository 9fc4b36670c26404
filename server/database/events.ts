import { randomUUID } from "node:crypto";
import type { ListenToNotifications, Notifications } from "./postgres/notifications.ts";

/** The ids of the surveys that changed; "all" when it is unknown which. */
export type ChangeEvent = ReadonlySet<string> | "all";

/**
 * What changed. Votes change "totals" many times a second. The other kinds are rare, and invalidate responses
 * immediately: "people" means users' names and the comments on their votes, which never affects totals; "content" means
 * everything else about a survey, including whether it is published.
 */
const KINDS = ["totals", "content", "people"] as const;
export type ChangeKind = (typeof KINDS)[number];

type Listener = (changed: ChangeEvent, what: ChangeKind) => void;

/** The least time between two notifications to the other instances, in milliseconds. */
const NOTIFICATION_MS = 150;
/**
 * With more ids of one kind than this, "all" is sent: a notification has at most 8,000 bytes, about 200 ids in three
 * lists.
 */
export const IDS_MAX = 60;

/**
 * Emits change events after the commit of the change. Everything that caches data (the response cache, live totals)
 * subscribes. Subscribers in this instance are called immediately, those in other instances on the same database a
 * moment later.
 */
export interface EventBus {
  emit: Listener;
  /** @returns a function that unsubscribes */
  subscribe(listener: Listener): () => void;
  close(): void;
}

/** @param listenToNotifications connects to other instances on the same database; null where there are none */
export function createEventBus(listenToNotifications: ListenToNotifications | null): EventBus {
  const listeners = new Set<Listener>();
  const emitHere: Listener = (changed, what) => {
    for (const listener of listeners) listener(changed, what);
  };
  const others = listenToNotifications && connectInstances(listenToNotifications, emitHere);
  return {
    emit(changed, what) {
      emitHere(changed, what);
      others?.emit(changed, what);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => others?.close(),
  };
}

/** The content of one notification, sent as JSON. */
interface Notification extends Record<ChangeKind, string[] | "all"> {
  from: string;
}

/** Sends events to the other instances, batched and outside of transactions, and emits theirs here. */
function connectInstances(
  listenToNotifications: ListenToNotifications,
  emitHere: Listener,
): Pick<EventBus, "emit" | "close"> {
  const self = randomUUID();
  let pending = new PendingChanges();
  let timer: NodeJS.Timeout | undefined;
  let lastAt = 0;

  const notifications: Notifications = listenToNotifications({
    onMessage(message) {
      const { from, ...changes } = JSON.parse(message) as Notification;
      if (from === self) return;
      for (const what of KINDS) {
        const changed = changes[what];
        if (changed.length > 0) emitHere(changed === "all" ? "all" : new Set(changed), what);
      }
    },
    onConnected() {
      // Events from before the connection were missed.
      emitHere("all", "content");
      sendSoon();
    },
  });

  function sendSoon(): void {
    if (timer || pending.isEmpty()) return;
    timer = setTimeout(() => void send(), Math.max(0, lastAt + NOTIFICATION_MS - performance.now())).unref();
  }

  async function send(): Promise<void> {
    const batch = pending;
    pending = new PendingChanges();
    lastAt = performance.now();
    try {
      await notifications.send(JSON.stringify({ from: self, ...batch.toJson() } satisfies Notification));
    } catch {
      // Send them with the next event, or as soon as there is a connection again.
      for (const what of KINDS) pending.add(batch[what], what);
      timer = undefined;
      return;
    }
    timer = undefined;
    sendSoon();
  }

  return {
    emit(changed, what) {
      pending.add(changed, what);
      sendSoon();
    },
    close() {
      clearTimeout(timer);
      notifications.close();
    },
  };
}

/** The changes that have not been sent to the other instances yet. */
class PendingChanges implements Record<ChangeKind, ChangeEvent> {
  totals: Set<string> | "all" = new Set();
  content: Set<string> | "all" = new Set();
  people: Set<string> | "all" = new Set();

  add(changed: ChangeEvent, what: ChangeKind): void {
    const ids = this[what];
    if (ids === "all") return;
    if (changed === "all" || ids.size + changed.size > IDS_MAX) this[what] = "all";
    else for (const id of changed) ids.add(id);
  }

  isEmpty(): boolean {
    return KINDS.every((what) => this[what] !== "all" && this[what].size === 0);
  }

  toJson(): Record<ChangeKind, string[] | "all"> {
    const list = (changed: ChangeEvent) => (changed === "all" ? "all" : [...changed]);
    return { totals: list(this.totals), content: list(this.content), people: list(this.people) };
  }
}
