import type { SurveyTotals } from "@survey-app/contract/surveys/surveys.ts";
import { createBatcher } from "../../concurrency/batcher.ts";
import type { Database } from "../../database/database.ts";
import type { EventBus } from "../../database/events.ts";
import { apiError } from "../../http/apiError.ts";
import { type EventStream, forEachYielding } from "../../http/sse.ts";
import { findTotals } from "./live.sql.ts";

/** The least time between two events of one survey, in milliseconds. */
const WINDOW_MS = 500;
/** The milliseconds for which a first change waits for further ones before it is sent. */
const BATCH_MS = 20;
/**
 * How often a result that waits for its owner is read again, in milliseconds: the event of a showing can get lost with
 * the process that stored it, and pages show it within five seconds anyway.
 */
const REREAD_MS = 3000;
/** The most subscriptions whose totals are read in one batch, and the most that wait. Further ones get `busy`. */
const SUBSCRIPTIONS = { max: 500, queueMax: 20_000 };
/** Surveys read by one statement: about two milliseconds on SQLite, where it blocks the thread that serves votes. */
const READ_MAX = 500;

/** A stream, and the surveys that it follows. */
export interface Listener {
  /** Null until the first totals have been read. */
  stream: EventStream | null;
  /** Whether it follows a single survey. Its stream ends when that survey is unpublished. */
  isSingle: boolean;
  surveyIds: readonly string[];
}

interface Channel {
  listeners: Set<Listener>;
  /** The last event sent; null when the survey is not published. */
  event: Buffer | null;
  /** Whether the result waits for its owner. */
  isWaiting: boolean;
}

/** Sends live totals to the streams that follow a survey. */
export interface TotalsFeed {
  /**
   * Reads the totals of the listener's surveys, and sends every further change to the listener. Only published surveys
   * get a channel, so invented ids use no memory.
   * @returns the totals of the published surveys, by id
   */
  subscribe(listener: Listener): Promise<Map<string, SurveyTotals>>;
  /** Removes the listener, even while `subscribe` is still reading. */
  unsubscribe(listener: Listener): void;
  /** The current totals of the published surveys among these, by id. */
  read(surveyIds: readonly string[]): Promise<Map<string, SurveyTotals>>;
  /** The number of open channels, for tests. */
  channelCount(): number;
}

export function createTotalsFeed(database: Database, events: EventBus): TotalsFeed {
  const channels = new Map<string, Channel>();
  const changed = new Set<string>();
  /** Listeners whose first totals are being read. */
  const subscribing = new Set<Listener>();
  /** The number of change events so far. */
  let changeCount = 0;
  const read = createTotalsReader(database);
  let lastSentAt = 0;
  let isSending = false;
  let rereading: NodeJS.Timeout | undefined;

  events.subscribe((surveyIds, what) => {
    if (what === "people") return;
    for (const id of surveyIds === "all" ? channels.keys() : surveyIds) if (channels.has(id)) changed.add(id);
    changeCount += 1;
    sendSoon();
  });

  function sendSoon(): void {
    if (isSending || changed.size === 0) return;
    isSending = true;
    const wait = Math.max(BATCH_MS, lastSentAt + WINDOW_MS - performance.now());
    setTimeout(() => void sendChanges(), wait).unref();
  }

  /**
   * Reads results that wait for their owners again, for as long as a page follows one. Call it when one begins to wait.
   */
  function rereadWaiting(): void {
    if (rereading) return;
    rereading = setTimeout(() => {
      rereading = undefined;
      const waiting = [...channels].filter(([, { isWaiting }]) => isWaiting);
      for (const [id] of waiting) changed.add(id);
      sendSoon();
      if (waiting.length > 0) rereadWaiting();
    }, REREAD_MS).unref();
  }

  /** Sends one event for each changed survey to all its listeners. */
  async function sendChanges(): Promise<void> {
    lastSentAt = performance.now();
    const ids = [...changed].filter((id) => channels.has(id));
    changed.clear();
    for (let from = 0; from < ids.length; from += READ_MAX) {
      const chunk = ids.slice(from, from + READ_MAX);
      try {
        const found = await read(chunk);
        for (const id of chunk) await sendTotals(id, channels.get(id), found.get(id));
        if (chunk.some((id) => channels.get(id)?.isWaiting)) rereadWaiting();
      } catch {
        // The database is unreachable, which is logged elsewhere. Send these changes when it is back.
        for (const id of chunk) changed.add(id);
      }
    }
    isSending = false;
    sendSoon();
  }

  /**
   * Adds the listener to its channels. @param isCurrent whether nothing changed while the totals were read; else they
   * are read again
   */
  function follow(listener: Listener, found: Map<string, SurveyTotals>, isCurrent: boolean): void {
    let isAnyWaiting = false;
    for (const id of listener.surveyIds) {
      const totals = found.get(id);
      if (!totals) continue;
      const isWaiting = totals.resultsOpen === "whenShown";
      const channel = channels.get(id) ?? { listeners: new Set(), event: totalsEvent(totals), isWaiting };
      channels.set(id, channel);
      channel.listeners.add(listener);
      isAnyWaiting ||= channel.isWaiting;
      if (!isCurrent) changed.add(id);
    }
    sendSoon();
    if (isAnyWaiting) rereadWaiting();
  }

  return {
    async subscribe(listener) {
      subscribing.add(listener);
      const before = changeCount;
      try {
        // Reads run one after the other, so no totals are older than those sent before.
        const found = await read(listener.surveyIds);
        if (subscribing.has(listener)) follow(listener, found, changeCount === before);
        return found;
      } finally {
        subscribing.delete(listener);
      }
    },
    unsubscribe(listener) {
      subscribing.delete(listener);
      for (const id of listener.surveyIds) {
        const listeners = channels.get(id)?.listeners;
        listeners?.delete(listener);
        if (listeners?.size === 0) channels.delete(id);
      }
    },
    read,
    channelCount: () => channels.size,
  };
}

/** Creates a batched reader of totals: requests that arrive during one read share the next. */
function createTotalsReader(database: Database): (ids: readonly string[]) => Promise<Map<string, SurveyTotals>> {
  const readAll = async (requests: (readonly string[])[]) => {
    const ids = [...new Set(requests.flat())];
    const found = new Map<string, SurveyTotals>();
    for (let from = 0; from < ids.length; from += READ_MAX) {
      for (const [id, totals] of await findTotals(database, ids.slice(from, from + READ_MAX))) found.set(id, totals);
      // Reads on SQLite block this thread: let it serve votes between two statements.
      await new Promise(setImmediate);
    }
    return requests.map(() => found);
  };
  return createBatcher(readAll, { ...SUBSCRIPTIONS, onFull: () => apiError("busy", { retryAfter: 2 }) });
}

/** Sends a survey's totals to all its listeners; without totals the survey is no longer published. */
async function sendTotals(id: string, channel: Channel | undefined, totals: SurveyTotals | undefined): Promise<void> {
  if (!channel) return;
  const event = totals ? totalsEvent(totals) : null;
  // The change may not have affected the totals.
  if (event && channel.event?.equals(event)) return;
  channel.event = event;
  channel.isWaiting = totals?.resultsOpen === "whenShown";
  // Listeners that subscribe from here on have read these totals, or newer ones.
  const listeners = [...channel.listeners].filter(({ stream }) => stream);
  await forEachYielding(listeners, ({ stream, isSingle }) => {
    if (event) stream?.write(event);
    else if (isSingle) stream?.end(goneEvent(id));
  });
}

/** Equal ids mean equal events. */
export function totalsId(totals: SurveyTotals): string {
  const { participants, yesVotes, unsureVotes, resultsVisible, closedAt, movedTo } = totals;
  const answers = resultsVisible ? `.${yesVotes}.${unsureVotes}` : "";
  return `${participants}${answers}${closedAt === null ? "" : ".closed"}${movedTo === undefined ? "" : `.${movedTo}`}`;
}

export function totalsEvent(totals: SurveyTotals): Buffer {
  return Buffer.from(`id: ${totalsId(totals)}\ndata: ${JSON.stringify(totals)}\n\n`);
}

function goneEvent(surveyId: string): Buffer {
  return Buffer.from(`event: gone\ndata: ${JSON.stringify({ surveyId })}\n\n`);
}
