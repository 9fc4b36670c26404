import type { UnsentReason } from "@survey-app/contract/ops/emailTrail.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import type { Database } from "../database/database.ts";
import type { JobRun } from "../http/jobs.ts";
import { storeFailedAttempt } from "../queues/queues.sql.ts";
import { eachBatch, eachRow } from "../queues/steps.sql.ts";
import type { AboutSurvey } from "../words/mail/aboutSurvey.ts";
import { type BundleEmail, emailsIn, isBundled } from "../words/mail/bundles.ts";
import { isPersonsName } from "../words/mail/greeting.ts";
import type { EmailContent, EmailSite, Message } from "../words/mail/layout.ts";
import { type AboutMeeting, isAboutMeeting, type MeetingEmail } from "../words/mail/meetingTemplates.ts";
import type { SurveyEmail } from "../words/mail/surveyTemplates.ts";
import { type BulkEmail, bulkEmailOf, isAboutSurvey, purposeOf, type SingleTemplate } from "../words/mail/templates.ts";
import { type Words, wordsIn } from "../words/wordsIn.ts";
import { emailLanguage } from "./emailLanguage.ts";
import { createLinkFor, type Purpose } from "./links.sql.ts";
import { beginProbe, findPause, noteAccepted, noteRefusal, type Verdict } from "./mailServer.sql.ts";
import {
  type ClaimedEmails,
  claimEmails,
  deleteHandledEmail,
  findDueEmails,
  findReader,
  findTestEmails,
  type QueuedEmail,
  type WaitingEmail,
} from "./outbox.sql.ts";
import { type IsOwnerKnown, refundByOwner } from "./ownerLimits.sql.ts";
import { refusalOf } from "./refusals.ts";
import { handledOf, type KeepTrail, TRAIL_FAILED } from "./trailedEmail.ts";
import type { Transport } from "./transport.ts";

const BATCH_MAX = 10;
/** The delay after the first failure; it doubles with each further one, up to an hour. */
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = HOUR_MS;
/** Longer than the mail server's timeouts allow for one email. */
const SENDING_MS = 45_000;
/**
 * The most attempts. With these delays, an email that can't be sent is given up after three days; one to an unknown
 * address earlier.
 */
export const ATTEMPTS_MAX = 80;

/** An email that is about to be sent, with its link ("" without one) and its survey (null if it isn't about one). */
interface Part {
  email: SingleTemplate;
  link: string;
  survey: Unread<AboutSurvey> | null;
  /** Null for emails that aren't about one. */
  meeting: Unread<AboutMeeting> | null;
}

/** The content of an email, before its reader's time zone is known. */
type Unread<About extends { timeZone: string }> = Omit<About, "timeZone">;

/** An email to a person on a survey's list. */
type InvitedEmail = Extract<BulkEmail, { invitationId: string }> & { address: string };

/**
 * The result of sending an invitation. `unknownAddress`: the mail server says that the address doesn't exist;
 * `refused`: the address refuses invitations; `listed`: it wasn't sent, but can be sent later.
 */
export type InvitationResult = "sent" | "failed" | "unknownAddress" | "refused" | "listed";

export interface MailerOptions {
  publicUrl: string;
  from: string;
  site: EmailSite;
  /** The address for replies; null without one. */
  contactEmail: string | null;
  /** The languages that this installation offers, the default one first. */
  languages: readonly [Language, ...Language[]];
  /** Whether the number of emails of a kind to one address is limited. */
  limits: boolean;
  /**
   * The address at which the reader of an email to many people, or of several emails of an owner in one, can refuse
   * such emails.
   */
  unsubscribeUrl(email: (BulkEmail | { kind: "ownerInvitations"; ownerId: string }) & { address: string }): string;
  isOwnerKnown: IsOwnerKnown;
  /** Why an email that waited is no longer to be sent to its reader; null if it is. */
  whyUnsent(email: SingleTemplate & { address: string }): Promise<UnsentReason | null>;
  keepTrail: KeepTrail;
  /** The content of an email about its survey; null if the survey is gone. */
  aboutSurvey(email: SurveyEmail & { address: string }): Promise<Unread<AboutSurvey> | null>;
  /** The same about its meeting. */
  aboutMeeting(email: MeetingEmail): Promise<Unread<AboutMeeting> | null>;
  /**
   * Makes the link of an invitation when its email is sent, so that no valid token is ever stored; null if the
   * invitation is gone.
   */
  invitationLink(email: InvitedEmail): Promise<string | null>;
  /** Makes the link with which the reader can create an account; null if the address may not have one. */
  signUpLink(email: string, returnTo: string): Promise<string | null>;
  /** Called with the result of sending an invitation. */
  onInvitation(email: InvitedEmail, result: InvitationResult): Promise<void>;
  /**
   * Whether this process has tried an email. The first doesn't wait for the end of a pause, so that a restart tries new
   * settings.
   */
  hasTried?: boolean;
  /** Null where mail is not set up: then enqueued emails are dropped. */
  transport: Transport | null;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

export type Mailer = ReturnType<typeof createMailer>;

/**
 * The pages of links. Their token is in the fragment (`#`), which browsers don't send to servers, so it isn't in any
 * log.
 */
const linkPages: Record<Purpose, string> = {
  passwordReset: "/reset-password",
  emailVerification: "/verify-email",
  emailChange: "/verify-email",
};

/** Messages that are logged immediately, because an operator has to act. */
const alarms: Partial<Record<Verdict, string>> = {
  firstRefused:
    "The mail server refuses emails. They are tried for three days; npm run mail -- ADDRESS says what to do",
  paused:
    "The mail server refuses every recipient, so sending pauses, and no email is given up; npm run mail -- ADDRESS says what to do",
};

/** Creates the mailer, which sends the emails of the outbox. It retries failed emails for three days. */
export function createMailer(database: Database, options: MailerOptions) {
  const { publicUrl, from, site, contactEmail, languages, transport, log } = options;

  let { hasTried = false } = options;
  /** Whether a pause has begun since emails were claimed: the rest of them wait for its end. */
  let hasPaused = false;

  /** Tries to send all emails that are due. An aborted run ends after the emails that it has claimed. */
  async function sendDue(run?: JobRun): Promise<void> {
    for (;;) {
      const pause = await findPause(database);
      const found = await (pause === "none" ? findDueEmails(database, BATCH_MAX) : findProbe(pause));
      const claimed: ClaimedEmails[] = [];
      const claim = async (ids: readonly string[]) => claimed.push(await claimEmails(database, ids, options));
      await eachBatch(database, "outbox", { keys: found, size: BATCH_MAX, step: claim, run, isFirstPart: true });
      await handleClaimed(claimed, run);
      if (run?.signal.aborted || found.length < (pause === "none" ? BATCH_MAX : 1)) return;
    }
  }

  /**
   * During a pause, the one email with which the server is tried again, if it is time for one. Test emails never wait.
   */
  async function findProbe(pause: "paused" | "probe"): Promise<string[]> {
    const tests = await findTestEmails(database);
    if (tests.length > 0 || (pause === "paused" && hasTried)) return tests;
    const found = await findDueEmails(database, 1);
    if (found.length === 0) return [];
    return pause === "paused" || (await beginProbe(database)) ? found : [];
  }

  async function handleClaimed(claimed: readonly ClaimedEmails[], run: JobRun | undefined): Promise<void> {
    const dropped = claimed.reduce((sum, each) => sum + each.dropped, 0);
    if (dropped > 0)
      log.warn({ mails: dropped }, "Emails were dropped: their addresses reached the limit for emails of this kind");
    hasPaused = false;
    const handle = new Map<string, () => Promise<void>>();
    for (const { due, postponed, trailFailure } of claimed) {
      if (trailFailure) log.error({ reason: String(trailFailure.error) }, TRAIL_FAILED);
      for (const waiting of postponed) handle.set(waiting.id, () => endIfUnwanted(waiting));
      for (const queued of due)
        handle.set(queued.id, async () => {
          if (hasPaused) await storeFailedAttempt(database, "outbox", queued.id, 0);
          // With a slow mail server the lease may end, and then another instance sends the rest.
          else if (Date.now() + SENDING_MS <= queued.leasedUntil) await sendOne(queued);
        });
    }
    const step = async (id: string) => handle.get(id)?.();
    const toTheEnd = run && { ...run, signal: new AbortController().signal };
    await eachRow(database, "outbox", { keys: handle.keys(), step, run: toTheEnd });
  }

  /**
   * Deletes an email that waits for a limit and is no longer wanted, so that the owner of the list sees that
   * immediately.
   */
  async function endIfUnwanted(waiting: WaitingEmail): Promise<void> {
    const { template, address } = waiting;
    const reasons: UnsentReason[] = [];
    for (const email of emailsIn(template)) {
      const reason = await options.whyUnsent({ ...email, address });
      if (reason === null) return;
      reasons.push(reason);
    }
    await finish(waiting, reasons);
  }

  async function sendOne(queued: QueuedEmail): Promise<void> {
    const { id, address } = queued;
    try {
      const { message, reasons } = await write(queued);
      if (message && transport) {
        hasTried = true;
        await transport.send(message, id);
        if (await noteAccepted(database, address))
          log.warn({}, "The mail server accepts emails again: sending goes on");
      }
      if (!message) await refund(queued);
      await finish(queued, reasons);
    } catch (error) {
      await handleFailure(queued, error);
    }
  }

  /**
   * Deletes an email that was sent, or isn't wanted, and records its fate.
   * @param reasons for each email in it, why it wasn't sent
   */
  async function finish(waiting: WaitingEmail, reasons: readonly (UnsentReason | null)[]): Promise<void> {
    const handled = handledOf(waiting, (index) => reasons[index] ?? null);
    for (const { email, address, reason } of handled)
      await noteInvitation(
        { email, address },
        reason === null ? "sent" : reason === "refusesInvitations" ? "refused" : "listed",
      );
    const { id, template } = waiting;
    const failure = await deleteHandledEmail(database, id, (tx) => options.keepTrail(tx, handled));
    if (failure) log.error({ mail: id, kind: template.kind, reason: String(failure.error) }, TRAIL_FAILED);
  }

  /** Uncounts an email that doesn't reach anyone from the limits of its owner. */
  async function refund({ template, address }: QueuedEmail): Promise<void> {
    const [first] = emailsIn(template);
    if (first && "surveyId" in first)
      await refundByOwner(database, { kind: template.kind, address, surveyId: first.surveyId });
  }

  /** Handles an email that couldn't be sent: it is tried again, or given up. */
  async function handleFailure(queued: QueuedEmail, error: unknown): Promise<void> {
    const { id, template, address, attempts } = queued;
    const refusal = refusalOf(error);
    const verdict = refusal && (await noteRefusal(database, queued, refusal));
    // Neither the address nor the text, because more people read logs than emails. The logger removes addresses from
    // the mail server's replies.
    const about = { mail: id, kind: template.kind, attempts, reason: String(error) };
    const isUnknown = verdict === "unknownAddress";
    if (verdict === "paused") hasPaused = true;
    if (isUnknown || (attempts >= ATTEMPTS_MAX && verdict !== "paused")) {
      if (isUnknown) log.warn(about, "An email was given up: the mail server says that its address doesn't exist");
      else log.error(about, "An email could not be sent for three days, and was given up");
      for (const email of emailsIn(template))
        await noteInvitation({ email, address }, isUnknown ? "unknownAddress" : "failed");
      if (isUnknown) await refund(queued);
      await storeFailedAttempt(database, "outbox", id, null);
      return;
    }
    const alarm = verdict && alarms[verdict];
    if (alarm) log.error(about, alarm);
    else log.warn(about, "An email could not be sent; it will be tried again");
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
    await storeFailedAttempt(database, "outbox", id, waitMs);
  }

  async function noteInvitation(
    { email, address }: { email: SingleTemplate; address: string },
    result: InvitationResult,
  ): Promise<void> {
    const bulk = bulkEmailOf(email);
    if (bulk?.kind === "invitation") await options.onInvitation({ ...bulk, address }, result);
  }

  /**
   * Renders an email from the parts of it that are still to be sent.
   * @returns `message`: null if none of the emails is sent. `reasons`: one per email; null for those that are sent
   */
  async function write(queued: QueuedEmail): Promise<{ message: Message | null; reasons: (UnsentReason | null)[] }> {
    const { template, address } = queued;
    const parts: Part[] = [];
    const reasons: (UnsentReason | null)[] = [];
    for (const email of emailsIn(template)) {
      const part = await findPart(email, queued);
      const reason = typeof part === "string" ? part : null;
      reasons.push(reason);
      if (typeof part !== "string") parts.push(part);
    }
    const [first] = parts;
    if (!first) return { message: null, reasons };
    const reader = await findReader(database, queued);
    const about = first.survey ?? first.meeting;
    const request = "language" in first.email ? (first.email.language ?? null) : null;
    const known = { account: reader.language, request, about: about?.language ?? null };
    const words = await wordsIn(emailLanguage(languages, known));
    const timeZone = reader.timeZone ?? "UTC";
    const content =
      "emails" in template && parts.length > 1
        ? writeBundle(words, template, { parts, address, timeZone })
        : writeSingle(words, first, { address, timeZone });
    const listed = about?.nameOnList ?? "";
    const name = isPersonsName(listed) ? listed : reader.name;
    const message = words.layOutEmail(content, name, { from, to: address, replyTo: contactEmail, publicUrl, site });
    return { message, reasons };
  }

  /** Finds the content of an email, and its link. @returns a reason if it is not to be sent */
  async function findPart(email: SingleTemplate, queued: WaitingEmail): Promise<Part | UnsentReason> {
    const { address } = queued;
    const reason = await options.whyUnsent({ ...email, address });
    if (reason !== null) return reason;
    if (!transport) return "noMailServer";
    // No one can vote any more, so a link isn't made.
    const link = email.kind === "meetingEnded" ? "" : await findLink(email, queued);
    if (typeof link !== "string") return link.reason;
    if (isAboutMeeting(email)) {
      const meeting = await options.aboutMeeting(email);
      return meeting ? { email, link, survey: null, meeting } : "surveyDeleted";
    }
    if (!isAboutSurvey(email)) return { email, link, survey: null, meeting: null };
    const survey = await options.aboutSurvey({ ...email, address });
    return survey ? { email, link, survey, meeting: null } : "surveyDeleted";
  }

  function writeSingle(
    words: Words,
    { email, link, ...found }: Part,
    { address, timeZone }: { address: string; timeZone: string },
  ): EmailContent {
    const bulk = bulkEmailOf(email);
    const unsubscribe = bulk && { unsubscribeUrl: options.unsubscribeUrl({ ...bulk, address }) };
    const survey = found.survey && { ...found.survey, timeZone };
    const meeting = found.meeting && { ...found.meeting, timeZone };
    const values = { link, survey, meeting, publicUrl, contactEmail, timeZone, now: Date.now() };
    return { ...words.renderTemplate(email, values), ...unsubscribe };
  }

  function writeBundle(
    words: Words,
    { kind, ownerId }: BundleEmail,
    { parts, address, timeZone }: { parts: readonly Part[]; address: string; timeZone: string },
  ): EmailContent {
    const bundled = parts.flatMap(({ email, link, survey }) =>
      isBundled(email) && survey ? [{ email, link, survey: { ...survey, timeZone } }] : [],
    );
    const unsubscribeUrl = options.unsubscribeUrl({ kind: "ownerInvitations", ownerId, address });
    return { ...words.renderBundle(kind, bundled, publicUrl), unsubscribeUrl };
  }

  /** The link of an email, "" for emails without one; or the reason why it can't be made. */
  async function findLink(email: SingleTemplate, queued: WaitingEmail): Promise<string | { reason: UnsentReason }> {
    const { address, credentialVersion } = queued;
    const bulk = bulkEmailOf(email);
    if (bulk && "invitationId" in bulk)
      return (await options.invitationLink({ ...bulk, address })) ?? { reason: "notListed" };
    if (email.kind === "signUpLink" || email.kind === "accountInvitation") {
      const returnTo = "returnTo" in email ? email.returnTo : "/";
      return (await options.signUpLink(address, returnTo)) ?? { reason: "noSignUp" };
    }
    const reason = credentialVersion === null ? "noAccount" : "linkOutdated";
    return (await createAccountLink(email, queued)) ?? { reason };
  }

  /**
   * The link of an email to the user of an account; "" for emails without one. Null if the user is gone, or if the
   * account's credentials have changed since it was requested.
   */
  async function createAccountLink(
    template: SingleTemplate,
    { address, credentialVersion }: WaitingEmail,
  ): Promise<string | null> {
    const purpose = purposeOf(template);
    if (!purpose) return "";
    const userId = "userId" in template ? template.userId : null;
    // Created now and not when the email was requested: so a valid token is never stored, and its lifetime begins here.
    const token = await createLinkFor(database, { userId, email: address, purpose, credentialVersion });
    return token && `${publicUrl}${linkPages[purpose]}#${token}`;
  }

  return { sendDue, close: () => transport?.close() };
}
