import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/** Work that the server does later, from rows that become due. */
export const queueName = z.enum([
  "emails",
  "webhooks",
  "mailings",
  "reportAnswers",
  "payments",
  "secretErasures",
  "imageRemovals",
]);
export type QueueName = z.infer<typeof queueName>;

/** A server that this installation speaks TLS with. */
export const tlsServer = z.enum(["mail", "database"]);

export const getOperations = endpoint({
  method: "GET",
  path: "/operations",
  summary: "What an operator watches: delayed work, disk space, certificates and the last backup",
  access: "admin",
  response: z.object({
    /** The queues in which a row has been due for longer than usual, and since when. */
    lateQueues: z.array(z.object({ queue: queueName, since: z.string() })),
    /** The disk of the data folder. */
    disk: z.object({ freeBytes: z.number(), totalBytes: z.number(), isLow: z.boolean() }),
    /** Of the mail server and the database server, where they are reached over TLS. */
    certificates: z.array(
      z.object({
        of: tlsServer,
        host: z.string(),
        /** The end of the certificate; null if the server showed none. */
        until: z.nullable(z.string()),
        /** Whether it ends soon, or can't be used. */
        isDue: z.boolean(),
        /** Why it can't be used, as the TLS library says it, in English; null if it can. */
        reason: z.nullable(z.string()),
      }),
    ),
    /** The last one from this data folder; `at` is null if there is none. */
    backup: z.object({ at: z.nullable(z.string()), isOld: z.boolean() }),
  }),
  // Each request connects to the servers with the certificates.
  rateLimit: { max: 30, seconds: 60 },
});
