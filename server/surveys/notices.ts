import type { FastifyInstance } from "fastify";
import type { MainDatabase } from "../database/database.ts";
import { enqueueEndEmails, enqueueFirstVoteEmails } from "./notices.sql.ts";

/** The interval at which first votes and passed deadlines are looked for, in milliseconds. */
const POLL_MS = 5000;

/**
 * Emails owners about the first vote on a survey and about its end. What is due is in the database, and is marked in the
 * transaction that enqueues the email: each is sent once, whatever number of instances runs and whenever one is killed.
 */
export function watchNotices(app: FastifyInstance, database: MainDatabase, pollMs = POLL_MS): void {
  let timer: NodeJS.Timeout | undefined;
  let polling = Promise.resolve();

  async function poll(): Promise<void> {
    try {
      await enqueueFirstVoteEmails(database, database.forLists);
      await enqueueEndEmails(database, database.forLists);
    } catch (error) {
      app.log.error({ err: error }, "emailing the owners of surveys failed");
    }
    schedulePoll();
  }

  function schedulePoll(): void {
    timer = setTimeout(() => {
      polling = poll();
    }, pollMs).unref();
  }

  schedulePoll();
  app.addHook("onClose", async () => {
    await polling;
    clearTimeout(timer);
  });
}
