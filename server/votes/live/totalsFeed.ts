import type { SurveyTotals } from "@survey-app/contract/surveys.ts";
import { createBatcher } from "../../database/batcher.ts";
import type { Database } from "../../database/database.ts";
import type { EventBus } from "../../database/events.ts";
import { apiError } from "../../http/apiError.ts";
import { type EventStream, forEachYielding } from "../../http/sse.ts";
import { findTotals } from "./live.sql.ts";

/** The least time between two events of one survey, in milliseconds. */
const WINDOW_MS = 500;
/** How long the first change after a silence waits for those that come with it, in milliseconds. */
const GATHER_MS = 20;
/** Who asks for the totals of how many surveys at once; beyond it: `busy`. */
const ASKERS = { max: 500, queueMax: 20_000 };
/** Surveys that one statement reads: about two milliseconds on SQLite, which reads on the thread that serves votes. */
const READ_MAX = 500;

/** One stream, and the surveys that it follows. */
export interface Listener {
  /** Null until the first totals have been read. */
  stream: EventStream | null;
  /** Follows one survey only, so the stream ends when that is no longer published. */
  isOfOne: boolean;
  surveyIds: readonly string[];
}

interface Channel {
  listeners: Set<Listener>;
  /** The event that was sent last; null when the survey is not published. */
  event: Buffer | null;
}

/** Live totals: which streams follow which survey, and what they are sent. */
export interface TotalsFeed {
  /**
   * Reads the totals of the listener's surveys, and sends it every change from now on. Only surveys that are published
   * now get a channel, so ids that somebody invents cost nothing after this.
   * @returns the totals of those that are published
   */
  subscribe(listener: Listener): Promise<Map<string, SurveyTotals>>;
  /** Gives everything back, also while `join` is under way. */
  unsubscribe(listener: Listener): void;
  /** Channels that are open, for tests. */
  channels(): number;
}

export function createTotalsFeed(database: Database, events: EventBus): TotalsFeed {
  const channels = new Map<string, Channel>();
  const changed = new Set<string>();
  /** Listeners whose first totals are being read. */
  const joining = new Set<Listener>();
  /** How often something changed, whatever it was. */
  let changeCount = 0;
  const read = readTogether(database);
  let lastTellingAt = 0;
  let isTelling = false;

  events.subscribe((news, what) => {
    if (what === "people") return;
    for (const id of news === "all" ? channels.keys() : news) if (channels.has(id)) changed.add(id);
    changeCount += 1;
    tellSoon();
  });

  function tellSoon(): void {
    if (isTelling || changed.size === 0) return;
    isTelling = true;
    const wait = Math.max(GATHER_MS, lastTellingAt + WINDOW_MS - performance.now());
    setTimeout(() => void tellAll(), wait).unref();
  }

  /** One event for all listeners of each survey that has changed. Reads some hundred surveys at a time. */
  async function tellAll(): Promise<void> {
    lastTellingAt = performance.now();
    const ids = [...changed].filter((id) => channels.has(id));
    changed.clear();
    for (let from = 0; from < ids.length; from += READ_MAX) {
      const some = ids.slice(from, from + READ_MAX);
      try {
        const found = await read(some);
        for (const id of some) await tell(id, channels.get(id), found.get(id));
      } catch {
        // The database is away, and its own log says so: these are told when it is back.
        for (const id of some) changed.add(id);
      }
    }
    isTelling = false;
    tellSoon();
  }

  /** @param isSure whether nothing has changed while these totals were read; else they are read once more */
  function follow(listener: Listener, found: Map<string, SurveyTotals>, isSure: boolean): void {
    for (const id of listener.surveyIds) {
      const totals = found.get(id);
      if (!totals) continue;
      const channel = channels.get(id) ?? { listeners: new Set(), event: totalsEvent(totals) };
      channels.set(id, channel);
      channel.listeners.add(listener);
      if (!isSure) changed.add(id);
    }
    tellSoon();
  }

  return {
    async subscribe(listener) {
      joining.add(listener);
      const before = changeCount;
      try {
        // Reads go one after the other, so no totals are older than those that were sent before.
        const found = await read(listener.surveyIds);
        if (joining.has(listener)) follow(listener, found, changeCount === before);
        return found;
      } finally {
        joining.delete(listener);
      }
    },
    unsubscribe(listener) {
      joining.delete(listener);
      for (const id of listener.surveyIds) {
        const listeners = channels.get(id)?.listeners;
        listeners?.delete(listener);
        if (listeners?.size === 0) channels.delete(id);
      }
    },
    channels: () => channels.size,
  };
}

/** Reads totals for all who ask while one reading is under way in the next one, one after the other. */
function readTogether(database: Database): (ids: readonly string[]) => Promise<Map<string, SurveyTotals>> {
  const readAll = async (asked: (readonly string[])[]) => {
    const ids = [...new Set(asked.flat())];
    const found = new Map<string, SurveyTotals>();
    for (let from = 0; from < ids.length; from += READ_MAX) {
      for (const [id, totals] of await findTotals(database, ids.slice(from, from + READ_MAX))) found.set(id, totals);
      // SQLite answers without ever leaving this thread: let votes pass between two statements.
      await new Promise(setImmediate);
    }
    return asked.map(() => found);
  };
  return createBatcher(readAll, { ...ASKERS, onFull: () => apiError("busy", { retryAfter: 2 }) });
}

/** Sends its totals to all who follow a survey; without totals it is no longer published. */
async function tell(id: string, channel: Channel | undefined, totals: SurveyTotals | undefined): Promise<void> {
  if (!channel) return;
  const event = totals ? totalsEvent(totals) : null;
  // What changed may be a text.
  if (event && channel.event?.equals(event)) return;
  channel.event = event;
  // Who joins from here on has read these totals, or newer ones.
  const listeners = [...channel.listeners].filter(({ stream }) => stream);
  await forEachYielding(listeners, ({ stream, isOfOne }) => {
    if (event) stream?.write(event);
    else if (isOfOne) stream?.end(goneEvent(id));
  });
}

/** Equal ids mean equal totals. */
export function totalsId({ totalVotes, yesVotes }: SurveyTotals): string {
  return `${totalVotes}.${yesVotes}`;
}

export function totalsEvent(totals: SurveyTotals): Buffer {
  const { surveyId, totalVotes, yesVotes, noVotes } = totals;
  const data = JSON.stringify({ surveyId, totalVotes, yesVotes, noVotes });
  return Buffer.from(`id: ${totalsId(totals)}\ndata: ${data}\n\n`);
}

function goneEvent(surveyId: string): Buffer {
  return Buffer.from(`event: gone\ndata: ${JSON.stringify({ surveyId })}\n\n`);
}
