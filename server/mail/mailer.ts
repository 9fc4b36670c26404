import { createLinkFor, type Purpose } from "../account/links.sql.ts";
import type { Database } from "../database/database.ts";
import { layOutEmail, type Message } from "./layout.ts";
import { claimDueEmails, deleteSentEmail, findConfirmedName, postponeEmail, type QueuedEmail } from "./outbox.sql.ts";
import { purposeOf, renderTemplate } from "./templates.ts";
import type { Transport } from "./transport.ts";

const BATCH_MAX = 10;
const LOOK_MS = 500;
/** After a failure a mail waits this long, then twice as long each time, up to an hour. */
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 3600_000;
/** Longer than a mail server takes for one mail. */
const SENDING_MS = 45_000;
/** A mail that could not be sent for so long is given up. */
const GIVE_UP_MS = 3 * 24 * 3600_000;

export interface MailerOptions {
  publicUrl: string;
  from: string;
  /** Where replies go; null: nobody reads them. */
  contactEmail: string | null;
  /** Whether an address gets only so many letters of a kind. */
  limits: boolean;
  /** Null: mail is not set up, and what is posted is dropped. */
  transport: Transport | null;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

export interface Mailer {
  /** Resolves when what is due has been tried. */
  sendDue(): Promise<void>;
  /** Sends what is posted, as it comes. */
  start(): void;
  /** Resolves when the mail under way is done. */
  stop(): Promise<void>;
}

/** Pages that a link leads to; its token stands behind `#`, which never reaches a server or its logs. */
const pages: Record<Purpose, string> = {
  passwordReset: "/reset-password",
  emailVerification: "/verify-email",
  emailChange: "/verify-email",
};

/** Sends what stands in the outbox. What a mail server does not take is tried again later, for three days. */
export function createMailer(database: Database, options: MailerOptions): Mailer {
  const { publicUrl, from, contactEmail, transport, log } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function sendDue(): Promise<void> {
    for (;;) {
      const { due, dropped } = await claimDueEmails(database, BATCH_MAX, options);
      if (dropped > 0) log.warn({ mails: dropped }, "Mails were dropped: their addresses had enough of that kind");
      for (const posted of due) {
        // A mail server that is so slow has us late: somebody else may be sending the rest by now.
        if (Date.now() + SENDING_MS > posted.leasedUntil) return;
        await sendOne(posted);
      }
      if (due.length + dropped < BATCH_MAX || isStopped) return;
    }
  }

  async function sendOne(posted: QueuedEmail): Promise<void> {
    const { id, letter, attempts, createdAt } = posted;
    try {
      const message = transport && (await write(posted));
      if (message) await transport.send(message, id);
      await deleteSentEmail(database, id);
    } catch (error) {
      const waited = Date.now() - createdAt;
      // Neither the address nor the text: logs are read by more people than mails. The logger cuts addresses out of replies.
      const about = { mail: id, kind: letter.kind, attempts, reason: String(error) };
      if (waited > GIVE_UP_MS) {
        log.error(about, "A mail was given up");
        await deleteSentEmail(database, id);
      } else {
        log.warn(about, "A mail could not be sent and will be tried again");
        await postponeEmail(database, id, Date.now() + Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS));
      }
    }
  }

  /** Null when there is nobody to write to any more, or what was asked for is void. */
  async function write({ letter, address, credentialVersion }: QueuedEmail): Promise<Message | null> {
    const purpose = purposeOf(letter);
    const addresses = { from, to: address, replyTo: contactEmail };
    const name = await findConfirmedName(database, address);
    if (!purpose) return layOutEmail(renderTemplate(letter, { link: "", publicUrl, contactEmail }), name, addresses);
    const userId = "userId" in letter ? letter.userId : null;
    // Made now and not when it was asked for: no token that works is ever stored, and the time it works begins here.
    const token = await createLinkFor(database, { userId, email: address, purpose, credentialVersion });
    if (!token) return null;
    const link = `${publicUrl}${pages[purpose]}#${token}`;
    return layOutEmail(renderTemplate(letter, { link, publicUrl, contactEmail }), name, addresses);
  }

  function look(): void {
    underWay = sendDue().catch((error: unknown) => log.warn({ reason: String(error) }, "The outbox could not be read"));
    void underWay.then(() => {
      if (!isStopped) timer = setTimeout(look, LOOK_MS).unref();
    });
  }

  return {
    sendDue,
    start: look,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
      transport?.close();
    },
  };
}
