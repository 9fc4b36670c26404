import type { MeetingEvent, MeetingState, OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import { createKeyedBatcher } from "../concurrency/batcher.ts";
import type { EventBus } from "../database/events.ts";
import { apiError } from "../http/apiError.ts";
import { type EventStream, forEachYielding } from "../http/sse.ts";

/** The least time between two events of one meeting, in milliseconds. */
const WINDOW_MS = 500;
/**
 * The interval for finding changes whose event got lost, as when the process that stored them died, in milliseconds.
 */
const LOST_EVENT_MS = 5000;
/** The most meetings that are read at a time to find such changes: votes and lists need database connections, too. */
const LOST_READS_MAX = 4;
/** The most streams that wait for the state of their meeting. Further ones get `busy`. */
const WAITING_MAX = 20_000;

interface Channel {
  streams: Set<EventStream>;
  /** The survey of the last opened question, whose votes change the state. */
  surveyId: string | null;
  /** The last sent state, as JSON, and the texts of its question; null once a stream began with different ones. */
  state: string | null;
  texts: string | null;
  /** The read in progress, and whether something has changed since it began. */
  sending: Promise<void> | null;
  isStale: boolean;
}

/** Sends the state of meetings to the streams that follow them. */
export interface MeetingFeed {
  /**
   * Opens a stream with the state of a meeting, and sends it each new state.
   * @returns a function that ends the subscription; null if there is no such meeting
   */
  subscribe(meetingId: string, open: (event: Buffer) => EventStream): Promise<(() => void) | null>;
  close(): void;
}

/** @param readState the state of a meeting; null once it is deleted */
export function createMeetingFeed(
  readState: (meetingId: string) => Promise<MeetingState | null>,
  events: Pick<EventBus, "subscribe">,
): MeetingFeed {
  const channels = new Map<string, Channel>();
  const read = createStateReader(readState);

  let isLooking = false;
  let isLookDue = false;

  events.subscribe((changed) => {
    if (changed === "all") return void findChanged();
    for (const [id, channel] of channels)
      if (changed.has(id) || (channel.surveyId !== null && changed.has(channel.surveyId))) refresh(id, channel);
  });
  const timer = setInterval(() => void findChanged(), LOST_EVENT_MS).unref();

  /**
   * Finds which of the followed meetings have changed, a few at a time; if that is already in progress, once more
   * afterwards.
   */
  async function findChanged(): Promise<void> {
    isLookDue = true;
    if (isLooking) return;
    isLooking = true;
    while (isLookDue) {
      isLookDue = false;
      const rest = channels.entries();
      await Promise.all(Array.from({ length: LOST_READS_MAX }, () => refreshChanged(rest)));
    }
    isLooking = false;
  }

  async function refreshChanged(followed: Iterable<[string, Channel]>): Promise<void> {
    for (const [id, channel] of followed) {
      // An unreachable database is logged elsewhere; the timer reads again.
      const state = await read(id).catch(() => undefined);
      if (state !== undefined && (state === null || JSON.stringify(state) !== channel.state)) refresh(id, channel);
    }
  }

  /** Reads a meeting again and sends it; if that is already in progress, once more afterwards. */
  function refresh(id: string, channel: Channel): void {
    channel.isStale = true;
    channel.sending ??= send(id, channel).finally(() => {
      channel.sending = null;
    });
  }

  async function send(id: string, channel: Channel): Promise<void> {
    while (channel.isStale && channels.get(id) === channel) {
      channel.isStale = false;
      // An unreachable database is logged elsewhere; the timer reads again.
      const state = await read(id).catch(() => undefined);
      if (state === null) return endAll(id, channel);
      if (state) await sendState(channel, state);
      await new Promise((resolve) => setTimeout(resolve, WINDOW_MS).unref());
    }
  }

  async function sendState(channel: Channel, state: MeetingState): Promise<void> {
    const sent = channel.state;
    channel.surveyId = state.question?.surveyId ?? null;
    channel.state = JSON.stringify(state);
    // The change may not have affected the state.
    if (channel.state === sent) return;
    const texts = textsOf(state.question);
    const event = toEvent(texts === channel.texts ? withoutTexts(state) : state);
    channel.texts = texts;
    await forEachYielding([...channel.streams], (stream) => stream.write(event));
  }

  function endAll(id: string, { streams }: Channel): void {
    channels.delete(id);
    for (const stream of streams)
      stream.end(Buffer.from(`event: gone\ndata: ${JSON.stringify({ meetingId: id })}\n\n`));
  }

  /** Sends a stream each state after the one with which it has just begun. */
  function follow(stream: EventStream, state: MeetingState): () => void {
    const id = state.meetingId;
    const channel = channels.get(id) ?? createChannel(state);
    channels.set(id, channel);
    channel.streams.add(stream);
    if (channel.state !== JSON.stringify(state)) channel.state = null;
    if (channel.texts !== textsOf(state.question)) channel.texts = null;
    // Catches changes since the state was read.
    refresh(id, channel);
    return () => {
      channel.streams.delete(stream);
      if (channel.streams.size === 0 && channels.get(id) === channel) channels.delete(id);
    };
  }

  return {
    async subscribe(meetingId, open) {
      const state = await read(meetingId);
      return state && follow(open(toEvent(state)), state);
    },
    close: () => clearInterval(timer),
  };
}

/**
 * Reads of one meeting run one after the other, so no stream begins with an older state than was sent. Streams that
 * begin during one read share the next.
 */
function createStateReader(readState: (meetingId: string) => Promise<MeetingState | null>) {
  const readOnce = async (ids: string[]) => {
    const state = await readState(ids[0] ?? "");
    return ids.map(() => state);
  };
  const onFull = () => apiError("busy", { retryAfter: 2 });
  return createKeyedBatcher(readOnce, { keyOf: (id) => id, max: WAITING_MAX, queueMax: WAITING_MAX, onFull });
}

const createChannel = (state: MeetingState): Channel => ({
  streams: new Set(),
  surveyId: state.question?.surveyId ?? null,
  state: JSON.stringify(state),
  texts: textsOf(state.question),
  sending: null,
  isStale: false,
});

/** The texts of a question, for comparison: they identify the question. */
const textsOf = (question: OpenedQuestion | null): string =>
  JSON.stringify(question && [question.surveyId, question.Title, question.Description]);

function withoutTexts({ question, ...state }: MeetingState): MeetingEvent {
  if (question === null) return { ...state, question };
  const { Title: _, Description: __, ...rest } = question;
  return { ...state, question: rest };
}

/** Events don't have ids, because the state contains everything. */
const toEvent = (event: MeetingEvent): Buffer => Buffer.from(`data: ${JSON.stringify(event)}\n\n`);
