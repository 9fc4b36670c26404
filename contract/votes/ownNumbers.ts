import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";

/** The most surveys that `getMyNumbers` looks at, the soonest end first: more would make each request slower. */
export const OPEN_COUNTED = 200;

export const getMyNumbers = endpoint({
  method: "GET",
  path: "/me/numbers",
  summary: `The current user's surveys by state, and those to vote on among the ${OPEN_COUNTED} running ones that end soonest`,
  access: "signedIn",
  keyScope: "read",
  response: z.object({
    running: z.number(),
    waiting: z.number(),
    sentBack: z.number(),
    ended: z.number(),
    /** The votes on the running surveys; today is a day in UTC. */
    votes: z.number(),
    votesToday: z.number(),
    /** `hasMore`: the bound was reached, so there can be further surveys. */
    open: z.object({ count: z.number(), hasMore: z.boolean() }),
  }),
  rateLimit: { max: 120, seconds: 60 },
});
export type MyNumbers = z.infer<typeof getMyNumbers.response>;
