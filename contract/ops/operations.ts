import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { language } from "../text/language.ts";

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

/** The clocks that decide what is due: the server's, and the one of a PostgreSQL database, which closes surveys. */
export const clockName = z.enum(["server", "database"], "of must be server or database");
export type ClockName = z.infer<typeof clockName>;

const time = z.string("Each time must be text").check(
  z.maxLength(40, "A time is too long"),
  z.refine((text) => !Number.isNaN(Date.parse(text)), "Each time must be ISO 8601"),
);

/** A clock that has jumped since it was last noted: from what it showed then to what it shows now. */
const jump = z.object({ of: clockName, from: time, to: time }, "Each jump must be an object");
export type ShownJump = z.infer<typeof jump>;

export const getOperations = endpoint({
  method: "GET",
  path: "/operations",
  summary:
    "What an operator watches: clocks, delayed work, the mail server, the organization's sign-in, disk space, certificates and the last backup",
  access: "admin",
  response: z.object({
    /** The version of the instance that answers: during an upgrade, other instances can have another one. */
    version: z.string(),
    clock: z.object({
      /** The machine that answers, as it calls itself. */
      host: z.string(),
      /** The clocks that have jumped by more than 30 days. */
      jumps: z.array(jump),
      /**
       * Whether a clock is ahead. Until an admin confirms it, surveys aren't closed at their deadlines, and nothing is
       * erased.
       */
      isHeld: z.boolean(),
    }),
    /** The queues in which a row has been due for longer than usual, and since when. */
    lateQueues: z.array(z.object({ queue: queueName, since: z.string() })),
    mailServer: z.object({
      /** The emails that it refused with a permanent error, and that are still retried; null if there are none. */
      refused: z.nullable(
        z.object({
          count: z.number(),
          lastAt: z.string(),
          /** How it refused the last one: the command, and the codes of the answer, such as `RCPT TO 550 5.7.1`. */
          answer: z.string(),
        }),
      ),
      /**
       * The next attempt to send an email, while sending pauses because the server refuses every recipient; null
       * otherwise.
       */
      pausedUntil: z.nullable(z.string()),
    }),
    /**
     * The claim of the organization's provider that decides about roles, if sign-ins lack it and none has ever carried
     * it. The setting is then wrong, and roles stay as they are. Null if all is well, or if roles don't depend on a
     * claim.
     */
    missingRoleClaim: z.nullable(z.object({ claim: z.string(), lastAt: z.string() })),
    /** The disk of the data folder. */
    disk: z.object({ freeBytes: z.number(), totalBytes: z.number(), isLow: z.boolean() }),
    /** The certificates of the mail server and the database server, if they are reached over TLS. */
    certificates: z.array(
      z.object({
        of: tlsServer,
        host: z.string(),
        /** When the certificate expires; null if the server didn't show one. */
        until: z.nullable(z.string()),
        /** Whether it ends soon, or can't be used. */
        isDue: z.boolean(),
        /** Why it can't be used, as the TLS library says it, in English; null if it can. */
        reason: z.nullable(z.string()),
      }),
    ),
    /**
     * The last backup from this data folder. `at` is null if there is none, and `votes` also if version 1.0 made it.
     */
    backup: z.object({ at: z.nullable(z.string()), votes: z.nullable(z.number()), isOld: z.boolean() }),
    /** The first surveys whose ledger version 1.0 began since the upgrade, so that it has format 2. */
    formerLedgers: z.array(z.object({ surveyId: z.string(), Title: z.string(), language: z.nullable(language) })),
    /**
     * The codes that no longer work, on surveys that aren't closed: the secret that made them is missing or has leaked.
     */
    endedCodes: z.number(),
  }),
  // Each request connects to the servers with the certificates.
  rateLimit: { max: 30, seconds: 60 },
});

export const confirmClock = endpoint({
  method: "POST",
  path: "/operations/clock",
  summary: "Confirm clocks that have jumped: surveys are closed, and what is old is erased, by them again",
  access: "admin",
  body: z.object({
    /** All jumps, as they were shown. */
    jumps: z.array(jump, "jumps must be a list"),
  }),
  response: z.object({ success: z.literal(true) }),
  errors: ["clockMoved"],
  rateLimit: { max: 30, seconds: 3600 },
});
