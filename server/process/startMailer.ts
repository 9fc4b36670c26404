import type { FastifyInstance } from "fastify";
import type { AppConfig } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import { createMailer, type MailerOptions } from "../mail/mailer.ts";
import { sandboxTransport, smtpTransport } from "../mail/transport.ts";
import { isStillWanted } from "../mailings/stillWanted.sql.ts";
import { runRepeatedly } from "../ops/jobs.ts";
import { serveSandboxMail } from "../sandbox/mail.ts";

/** Starts the mailer with the mail server; in a sandbox without one, with a folder whose emails can be read. */
export async function startMailer(
  app: FastifyInstance,
  database: Database,
  config: AppConfig,
  {
    pollMs,
    ...options
  }: Pick<MailerOptions, "unsubscribeUrl" | "invitationLink" | "onInvitation"> & { pollMs: number },
): Promise<void> {
  const { publicUrl, mailFrom: from, contactEmail, smtpUrl, limits } = config;
  const sandboxMail = smtpUrl === null && config.sandbox ? sandboxTransport(config.dataDir) : null;
  if (sandboxMail) serveSandboxMail(app, sandboxMail.list);
  const transport = smtpUrl === null ? sandboxMail : await smtpTransport(smtpUrl);
  const mailer = createMailer(database, {
    publicUrl,
    from,
    contactEmail,
    limits,
    ...options,
    isStillWanted: (email) => isStillWanted(database, email),
    transport,
    log: app.log,
  });
  // Registered before the job, so that it runs after the job has ended.
  app.addHook("onClose", async () => mailer.close());
  runRepeatedly(app, "sending emails", pollMs, mailer.sendDue);
}
