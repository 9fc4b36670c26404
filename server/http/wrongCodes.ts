import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { createLocalCounter } from "./localCounter.ts";
import type { RateLimiter } from "./rateLimit.ts";

/**
 * The most wrong codes of one network. Right ones aren't counted, because a whole school opens them through one
 * address.
 */
const WRONG = { max: 20, seconds: 60, isForGuesses: true } as const;
/** The most wrong codes typed on the page of one meeting while its people are in the hall, behind one address. */
const WRONG_IN_MEETING = { max: 300, seconds: 60, isForGuesses: true } as const;
/**
 * The number of wrong codes of all networks in a minute, in one process, at which the log says that someone may be
 * guessing.
 */
const ALARM = 200;

export type WrongCodes = ReturnType<typeof createWrongCodes>;

/**
 * Limits the guessing of codes that are short enough to be typed, whatever they open. For all networks together it only
 * raises an alarm: with a lock, an attacker could shut out everyone who has a right code.
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
     * Throws if the network has used up its wrong codes. Call it before a code is looked up, and again afterwards, so
     * that no more than the allowed number of simultaneous guesses are answered.
     */
    check: (request: FastifyRequest): void => limit?.check(request),
    /** Counts a wrong code. @throws ApiError `tooFast` beyond the limit */
    async count(request: FastifyRequest): Promise<void> {
      countEach();
      await limit?.(request);
    },
    /**
     * Counts a wrong code that was typed on the page of a meeting toward the limit of the meeting. Right ones are never
     * refused: a meeting has so few codes that guesses at the highest rate of requests wouldn't hit one in thousands of
     * years.
     * @throws ApiError `tooFast` beyond the limit
     */
    async countIn(meetingId: string): Promise<void> {
      countEach();
      await limitOfMeetings?.countFor(meetingId);
    },
  };
}
