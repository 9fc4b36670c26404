import type { SurveyTotals } from "@survey-app/contract/surveys.ts";
import type { Changes } from "../database/changes.ts";
import type { Database } from "../database/database.ts";
import { gather } from "../database/gather.ts";
import { refuse } from "../http/refuse.ts";
import { type EventStream, inTurns } from "../http/streams.ts";
import { findTotals } from "./live.sql.ts";

/** The least time between two events of one survey, in milliseconds. */
const WINDOW_MS = 500;
/** How long the first change after a silence waits for those that come with it, in milliseconds. */
const GATHER_MS = 20;
/** Who asks for the totals of how many surveys at once; beyond it: `busy`. */
const ASKERS = { max: 500, queueMax: 20_000 };

/** Somebody who hears of some surveys. */
interface Listener {
  /** Null until the first totals have been read. */
  stream: EventStream | null;
  /** Hears of one survey only, so its end is the stream's. */
  isOfOne: boolean;
}

interface Channel {
  listeners: Set<Listener>;
  /** The event that was sent last; null before the first, and when the survey is not published. */
  event: Buffer | null;
}

/** Totals that move: who listens to which survey, and what they are told. */
export interface Live {
  /**
   * Lets a listener hear of these surveys from now on, and reads their totals.
   * @returns the totals of those that are published
   */
  join(surveyIds: readonly string[], listener: Listener): Promise<Map<string, SurveyTotals>>;
  leave(surveyIds: readonly string[], listener: Listener): void;
}

export function openLive(database: Database, changes: Changes): Live {
  const channels = new Map<string, Channel>();
  const changed = new Set<string>();
  const read = gather(
    async (asked: (readonly string[])[]) => {
      const found = await findTotals(database, [...new Set(asked.flat())]);
      return asked.map(() => found);
    },
    { ...ASKERS, onFull: () => refuse("busy", { retryAfter: 2 }) },
  );
  let lastTellingAt = 0;
  let isTelling = false;

  changes.hear((news) => {
    for (const id of news === "all" ? channels.keys() : news) if (channels.has(id)) changed.add(id);
    tellSoon();
  });

  function tellSoon(): void {
    if (isTelling || changed.size === 0) return;
    isTelling = true;
    const wait = Math.max(GATHER_MS, lastTellingAt + WINDOW_MS - performance.now());
    setTimeout(() => void tellAll(), wait).unref();
  }

  /** One read for all surveys that have changed, one event for all listeners of each. */
  async function tellAll(): Promise<void> {
    lastTellingAt = performance.now();
    const ids = [...changed].filter((id) => channels.has(id));
    changed.clear();
    try {
      const found = ids.length > 0 ? await read(ids) : new Map<string, SurveyTotals>();
      for (const id of ids) await tell(id, found.get(id));
    } catch {
      // The database is away, and its own log says so: these are told when it is back.
      for (const id of ids) changed.add(id);
    }
    isTelling = false;
    tellSoon();
  }

  async function tell(id: string, totals: SurveyTotals | undefined): Promise<void> {
    const channel = channels.get(id);
    if (!channel) return;
    const event = totals ? totalsEvent(totals) : null;
    // What changed may be a text.
    if (event && channel.event?.equals(event)) return;
    channel.event = event;
    // Who joins from here on has read these totals, or newer ones.
    const listeners = [...channel.listeners].filter(({ stream }) => stream);
    await inTurns(listeners, ({ stream, isOfOne }) => {
      if (event) stream?.write(event);
      else if (isOfOne) stream?.end(goneEvent(id));
    });
  }

  return {
    join(surveyIds, listener) {
      for (const id of surveyIds) {
        const channel = channels.get(id) ?? { listeners: new Set(), event: null };
        channels.set(id, channel);
        channel.listeners.add(listener);
      }
      // After joining: a change while this is read is told as well. Reads go one after the other, so none is older.
      return read(surveyIds);
    },
    leave(surveyIds, listener) {
      for (const id of surveyIds) {
        const listeners = channels.get(id)?.listeners;
        listeners?.delete(listener);
        if (listeners?.size === 0) channels.delete(id);
      }
    },
  };
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
