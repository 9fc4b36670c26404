import { randomUUID } from "node:crypto";
import type { ListenToNotifications, Notifications } from "./postgres/notifications.ts";

/** Surveys of which something that is shown has changed; "all" when it can't be told. */
export type ChangeEvent = ReadonlySet<string> | "all";

/**
 * What changed. Votes move the totals, many times a second. The other two are rare and invalidate at once: "people" is
 * what people are called and what they wrote beside their votes, which never changes totals; "more" is everything else
 * of a survey, also whether it is published.
 */
const KINDS = ["totals", "more", "people"] as const;
export type ChangeKind = (typeof KINDS)[number];

type Listener = (changed: ChangeEvent, what: ChangeKind) => void;

/** The least time between two notices to the other instances, in milliseconds. */
const NOTICE_MS = 150;
/** More ids of a kind than this say "all": a notice holds 8 000 bytes, that is some 200 ids in three lists. */
export const IDS_MAX = 60;

/**
 * The news of what changed, told after the commit that changed it. Whoever keeps something that was read from the
 * database (public answers, live totals) hears it, in every instance that shares the database: here at once, elsewhere
 * a moment later.
 */
export interface EventBus {
  emit: Listener;
  /** @returns a function that ends the hearing */
  subscribe(listener: Listener): () => void;
  close(): void;
}

/** @param openNotices the way to other instances on the same database; null where there are none */
export function createEventBus(openNotices: ListenToNotifications | null): EventBus {
  const listeners = new Set<Listener>();
  const tellHere: Listener = (changed, what) => {
    for (const listener of listeners) listener(changed, what);
  };
  const others = openNotices && tellOthers(openNotices, tellHere);
  return {
    emit(changed, what) {
      tellHere(changed, what);
      others?.emit(changed, what);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => others?.close(),
  };
}

/** What one notice says, as JSON. */
interface Notice extends Record<ChangeKind, string[] | "all"> {
  from: string;
}

/** Passes news on to the other instances, gathered and outside of anybody's transaction, and hears theirs. */
function tellOthers(openNotices: ListenToNotifications, tellHere: Listener): Pick<EventBus, "emit" | "close"> {
  const self = randomUUID();
  let untold = new Untold();
  let timer: NodeJS.Timeout | undefined;
  let lastAt = 0;

  const notices: Notifications = openNotices({
    onMessage(message) {
      const { from, ...changes } = JSON.parse(message) as Notice;
      if (from === self) return;
      for (const what of KINDS) {
        const changed = changes[what];
        if (changed.length > 0) tellHere(changed === "all" ? "all" : new Set(changed), what);
      }
    },
    onConnected() {
      tellHere("all", "more");
      sendSoon();
    },
  });

  function sendSoon(): void {
    if (timer || untold.isEmpty()) return;
    timer = setTimeout(() => void send(), Math.max(0, lastAt + NOTICE_MS - performance.now())).unref();
  }

  async function send(): Promise<void> {
    const telling = untold;
    untold = new Untold();
    lastAt = performance.now();
    try {
      await notices.send(JSON.stringify({ from: self, ...telling.told() } satisfies Notice));
    } catch {
      // Told with the next news, or as soon as there is a connection again.
      for (const what of KINDS) untold.add(telling[what], what);
      timer = undefined;
      return;
    }
    timer = undefined;
    sendSoon();
  }

  return {
    emit(changed, what) {
      untold.add(changed, what);
      sendSoon();
    },
    close() {
      clearTimeout(timer);
      notices.close();
    },
  };
}

/** What the other instances have not been told yet. */
class Untold implements Record<ChangeKind, ChangeEvent> {
  totals: Set<string> | "all" = new Set();
  more: Set<string> | "all" = new Set();
  people: Set<string> | "all" = new Set();

  add(changed: ChangeEvent, what: ChangeKind): void {
    const known = this[what];
    if (known === "all") return;
    if (changed === "all" || known.size + changed.size > IDS_MAX) this[what] = "all";
    else for (const id of changed) known.add(id);
  }

  isEmpty(): boolean {
    return KINDS.every((what) => this[what] !== "all" && this[what].size === 0);
  }

  told(): Record<ChangeKind, string[] | "all"> {
    const told = (changed: ChangeEvent) => (changed === "all" ? "all" : [...changed]);
    return { totals: told(this.totals), more: told(this.more), people: told(this.people) };
  }
}
