import { randomUUID } from "node:crypto";
import type { Notices, OpenNotices } from "./notices.ts";

/** Surveys of which something that is shown has changed: totals, texts, whether they are public; "all" when it can't be told. */
export type Changed = ReadonlySet<string> | "all";

/** The least time between two notices to the other instances, in milliseconds. */
const NOTICE_MS = 150;
/** More ids than this say "all": a notice holds 8 000 bytes. */
const IDS_MAX = 150;

/**
 * The news of what changed, told after the commit that changed it. Whoever keeps something that was read from the
 * database (rendered pages, live totals) hears it, in every instance that shares the database: here at once, elsewhere
 * a moment later.
 */
export interface Changes {
  tell(changed: Changed): void;
  /** @returns a function that ends the hearing */
  hear(listener: (changed: Changed) => void): () => void;
  close(): void;
}

/** @param openNotices the way to other instances on the same database; null where there are none */
export function openChanges(openNotices: OpenNotices | null): Changes {
  const listeners = new Set<(changed: Changed) => void>();
  const tellHere = (changed: Changed) => {
    for (const listener of listeners) listener(changed);
  };
  const others = openNotices && tellOthers(openNotices, tellHere);
  return {
    tell(changed) {
      tellHere(changed);
      others?.tell(changed);
    },
    hear(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => others?.close(),
  };
}

/** Passes news on to the other instances, gathered and outside of anybody's transaction, and hears theirs. */
function tellOthers(openNotices: OpenNotices, tellHere: (changed: Changed) => void): Pick<Changes, "tell" | "close"> {
  const self = randomUUID();
  let untold: Changed = new Set();
  let timer: NodeJS.Timeout | undefined;
  let lastAt = 0;

  const notices: Notices = openNotices({
    onMessage(message) {
      const { from, changed } = JSON.parse(message) as Notice;
      if (from !== self) tellHere(changed === "all" ? "all" : new Set(changed));
    },
    onConnected() {
      tellHere("all");
      sendSoon();
    },
  });

  function sendSoon(): void {
    const isAllTold = untold !== "all" && untold.size === 0;
    if (timer || isAllTold) return;
    timer = setTimeout(() => void send(), Math.max(0, lastAt + NOTICE_MS - performance.now())).unref();
  }

  async function send(): Promise<void> {
    const changed = untold;
    untold = new Set();
    lastAt = performance.now();
    const isSent = await notices.send(toMessage(self, changed)).then(
      () => true,
      () => false,
    );
    timer = undefined;
    // What could not be sent waits for the next news, or for the next connection.
    if (!isSent) untold = together(changed, untold);
    else sendSoon();
  }

  return {
    tell(changed) {
      untold = together(untold, changed);
      sendSoon();
    },
    close() {
      clearTimeout(timer);
      notices.close();
    },
  };
}

/** What instances send each other. */
interface Notice {
  /** The instance, which hears its own notices too. */
  from: string;
  changed: string[] | "all";
}

function toMessage(from: string, changed: Changed): string {
  const notice: Notice = { from, changed: changed === "all" || changed.size > IDS_MAX ? "all" : [...changed] };
  return JSON.stringify(notice);
}

function together(some: Changed, more: Changed): Changed {
  return some === "all" || more === "all" ? "all" : some.union(more);
}
