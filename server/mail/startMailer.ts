import { unlessClockHeld } from "../clock/heartbeat.sql.ts";
import type { Server } from "../http/server.ts";
import { createMailer, type MailerOptions } from "./mailer.ts";
import { removeGivenUpEmails } from "./outbox.sql.ts";

/** The settings of the mailer, and how often it polls the outbox, in milliseconds. */
interface Settings extends Omit<MailerOptions, "from" | "log"> {
  mailFrom: MailerOptions["from"];
  pollMs: number;
}

/** Starts the mailer. */
export function startMailer({ app, database, jobs }: Server, { pollMs, ...settings }: Settings): void {
  const mailer = createMailer(database, { ...settings, from: settings.mailFrom, log: app.log });
  // Registered before the job, so that it runs after the job has ended.
  app.addHook("onClose", async () => mailer.close());
  jobs.runRepeatedly("sending emails", pollMs, mailer.sendDue);
  jobs.everyHour(
    "removing emails that were given up",
    unlessClockHeld(database, () => removeGivenUpEmails(database)),
  );
}
