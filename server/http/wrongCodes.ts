import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { createLocalCounter } from "./localCounter.ts";
import type { RateLimiter } from "./rateLimit.ts";

/** Wrong codes of one network. Right ones are not counted: a whole school opens them through one address. */
const WRONG = { max: 20, seconds: 60, isForGuesses: true } as const;
/** Wrong codes that were typed on the page of one meeting while its people are in the hall, behind one address. */
const WRONG_IN_MEETING = { max: 300, seconds: 60, isForGuesses: true } as const;
/** Wrong codes of all networks together in a minute, on one process, from which on the log says that someone may be guessing. */
const ALARM = 200;

export type WrongCodes = ReturnType<typeof createWrongCodes>;

/**
 * Limits the guessing of codes that are short enough to be typed, whatever they open. Over all networks it only raises an alarm: a
 * lock would be a weapon against everyone who has a right code.
 * @param rateLimiter null disables the limit
 * @param onWrong called for each wrong code, for metrics
 */
export function createWrongCodes(
  rateLimiter: RateLimiter | null,
  { log, onWrong }: { log: FastifyBaseLogger; onWrong: (() => void) | undefined },
) {
  const limit = rateLimiter?.("wrong codes", WRONG, true);
  const limitOfMeetings = rateLimiter?.("wrong codes of meeting", WRONG_IN_MEETING, true);
  const countAll = createLocalCounter(WRONG.seconds * 1000);
  const countEach = () => {
    onWrong?.();
    // Once in each minute.
    if (++countAll("all").used === ALARM) log.warn({ wrongCodes: ALARM }, "many wrong short codes within a minute");
  };
  return {
    /**
     * Throws if the network has used up its wrong codes. Call it before a code is looked up, and again after it: of guesses
     * sent at the same time no more than allowed are answered.
     */
    check: (request: FastifyRequest): void => limit?.check(request),
    /** Counts a wrong code. @throws ApiError `tooFast` beyond the limit */
    async count(request: FastifyRequest): Promise<void> {
      countEach();
      await limit?.(request);
    },
    /**
     * Counts a wrong code that was typed on the page of a meeting, for the meeting. Its right ones are never refused: among the few
     * of one meeting, guesses at the rate of all requests hit none in thousands of years.
     * @throws ApiError `tooFast` beyond the limit
     */
    async countIn(meetingId: string): Promise<void> {
      countEach();
      await limitOfMeetings?.countFor(meetingId);
    },
  };
}
