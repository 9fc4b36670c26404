import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/** Queues whose rows are given up after many failed attempts. */
export const retriedQueue = z.enum(["emails", "webhooks"], "queue must be emails or webhooks");
export type RetriedQueue = z.infer<typeof retriedQueue>;

export const listFailedWork = endpoint({
  method: "GET",
  path: "/failed-work",
  summary: "Emails and deliveries to webhooks that were given up after many attempts, in numbers",
  access: "admin",
  response: z.array(
    z.object({
      queue: retriedQueue,
      count: z.number(),
      /** When the first of them was given up; null if there is none. */
      since: z.nullable(z.string()),
    }),
  ),
});

export const retryFailedWork = endpoint({
  method: "POST",
  path: "/failed-work/retry",
  summary: "Try again what was given up in a queue, the oldest 1,000; each is checked again before it is sent",
  access: "admin",
  body: z.object({ queue: retriedQueue }),
  response: z.object({ retried: z.number() }),
});
