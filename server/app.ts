import { listPublishedSurveys } from "@survey-app/contract/surveys.ts";
import type { FastifyInstance } from "fastify";
import { serveAccount } from "./account/account.routes.ts";
import { removeLateComments } from "./account/deletion.sql.ts";
import { serveAudit } from "./audit/audit.routes.ts";
import { logSurveyEvent } from "./audit/surveyEvents.sql.ts";
import type { AppConfig } from "./config/config.ts";
import type { Database, MainDatabase } from "./database/database.ts";
import { createEventBus, type EventBus } from "./database/events.ts";
import { serveDownloads } from "./downloads/downloads.routes.ts";
import { createSurveyRecorder, type RecordSurveyEvent, type SurveyEventHandler } from "./events/surveyEvents.ts";
import { serveFeedback } from "./feedback/feedback.routes.ts";
import { serveFeeds } from "./feeds/feeds.routes.ts";
import { serveDocs } from "./http/docs.ts";
import { createEndpointRegistrar } from "./http/endpoints.ts";
import { serveHealth } from "./http/health.ts";
import { createHttpServer } from "./http/httpServer.ts";
import { everyHour, runRepeatedly } from "./http/jobs.ts";
import { apiBaseOf, pageSettings } from "./http/pageSettings.ts";
import { createPublicTexts } from "./http/publicText.ts";
import { createRateLimiter, createReadLimiter, noReadLimit } from "./http/rateLimit.ts";
import { removeExpiredRateLimits } from "./http/rateLimits.sql.ts";
import { createResponseCache } from "./http/responseCache.ts";
import { serveSecurityTxt } from "./http/securityTxt.ts";
import { createSseRegistrar } from "./http/sse.ts";
import { serveRenderedPages } from "./http/ssr.ts";
import { serveAvatars } from "./images/avatars.ts";
import { serveImageFiles, serveImages } from "./images/images.routes.ts";
import { openImageFiles } from "./images/openImageFiles.ts";
import { type ImageStore, idOfImage, openImageStore, uploadPaths } from "./images/store.ts";
import { removeIfUnused, removeUnused, removeUnusedOf } from "./images/unusedImages.sql.ts";
import { createBallotCookies } from "./invitations/ballotCookies.ts";
import { createInvitationLinks } from "./invitations/invitationLinks.ts";
import { serveInvitations } from "./invitations/invitations.routes.ts";
import { createInvitationTokens } from "./invitations/invitationTokens.ts";
import { serveLegal } from "./legal/legal.routes.ts";
import { createAddressHash, createCountedAddressKeys } from "./mail/addressHash.ts";
import { startMailer } from "./mail/startMailer.ts";
import { sandboxTransport, smtpTransport, type Transport } from "./mail/transport.ts";
import { serveFollowing } from "./mailings/following.routes.ts";
import { addReminders, enqueueMailings } from "./mailings/mailings.sql.ts";
import { isStillWanted } from "./mailings/stillWanted.sql.ts";
import { emailAboutSurvey } from "./mailings/surveyEvents.sql.ts";
import { createUnsubscriber, serveUnsubscribe } from "./mailings/unsubscribe.ts";
import { serveModeration } from "./moderation/moderation.routes.ts";
import { serveObjections } from "./moderation/objections.routes.ts";
import { serveSurveyorRequests } from "./moderation/surveyorRequests.routes.ts";
import { serveNotices } from "./notices/notices.routes.ts";
import type { Metrics } from "./ops/metrics/metrics.ts";
import { enqueueMembershipReminders } from "./payments/membershipEnds.sql.ts";
import { STRIPE_WEBHOOK_PATH, servePayments, serveStripeWebhook } from "./payments/payments.routes.ts";
import type { PaymentProvider } from "./payments/provider.ts";
import { createSettlement, type Settlement } from "./payments/settlement.ts";
import type { SandboxStripe } from "./sandbox/payments/stripe.ts";
import { createCookies } from "./session/cookies.ts";
import { type PasswordHasher, passwordHasher } from "./session/passwords/passwordHash.ts";
import { configuredProviders, type OidcProvider } from "./session/providers/oidcProviders.ts";
import { serveSigningIn } from "./session/serveSigningIn.ts";
import { removeExpired } from "./session/session.sql.ts";
import { createSignInParts } from "./session/signInParts.ts";
import { type CardThread, createCardThread } from "./sharing/cardThread.ts";
import { serveSharing } from "./sharing/sharing.routes.ts";
import { closeEnded } from "./surveys/closeSurvey.sql.ts";
import { createListedVotes } from "./surveys/listedVotes.ts";
import { serveOutcomes } from "./surveys/outcomes.routes.ts";
import { enqueueReviewDigest } from "./surveys/reviewDigest.sql.ts";
import { eraseClosed } from "./surveys/secretClose.sql.ts";
import { createStartWatcher } from "./surveys/starts.sql.ts";
import { serveSurveys } from "./surveys/surveys.routes.ts";
import { findSurveysNaming } from "./users/naming.sql.ts";
import { serveUsers } from "./users/users.routes.ts";
import { setUserRole } from "./users/users.sql.ts";
import { removeOldCountedAddresses } from "./voters/countedAddresses.sql.ts";
import { isOwnerKnown } from "./voters/recipients.sql.ts";
import { findUsedBallots } from "./voters/whoVotes.sql.ts";
import { serveComments } from "./votes/comments.routes.ts";
import { serveInvitedVotes } from "./votes/invitedVotes.routes.ts";
import { recount } from "./votes/ledger/verify.sql.ts";
import { serveLive } from "./votes/live/live.routes.ts";
import { createTotalsFeed } from "./votes/live/totalsFeed.ts";
import { serveVotes } from "./votes/votes.routes.ts";
import { createVoteWriter } from "./votes/voteWriter.ts";
import { startWebhooks } from "./webhooks/startWebhooks.ts";
import { notifyWebhooks } from "./webhooks/surveyEvents.sql.ts";

/** Replacements for parts and intervals of the app, for measurements and tests. */
export interface AppOverrides {
  voteWriter?: typeof createVoteWriter;
  events?: EventBus;
  /** A running stand-in for Stripe, with its card form. */
  stripe?: SandboxStripe;
  payments?: PaymentProvider;
  passwords?: PasswordHasher;
  cardThread?: CardThread;
  surveyEventHandlers?: readonly SurveyEventHandler[];
  /** How often the mailer polls the outbox, in ms. */
  mailPollMs?: number;
  /** The interval of the jobs that check for starts, ends and new totals of surveys, in ms. */
  surveyPollMs?: number;
  /** How often the deliveries to webhooks are polled, in ms. */
  webhookPollMs?: number;
}

/** The effects of what happens to surveys, stored in the transaction of the cause. */
export const SURVEY_EVENT_HANDLERS = [logSurveyEvent, emailAboutSurvey, notifyWebhooks] as const;

/** Starts, ends and the order by votes take effect this late, in milliseconds. */
export const SURVEY_POLL_MS = 1000;

/** How soon an email is sent, in milliseconds. */
const MAIL_POLL_MS = 500;

/** How soon an event is sent to webhooks, in milliseconds. */
const WEBHOOK_POLL_MS = 1000;

/** How soon after the close of a secret survey its former sums are erased, and how often that is tried, in milliseconds. */
const SECRET_ERASURE_MS = 10_000;

/** Creates the complete app on an open, migrated database, ready to listen. */
export async function createApp(
  config: AppConfig,
  database: MainDatabase,
  {
    voteWriter = createVoteWriter,
    events = createEventBus(database.listenToNotifications),
    stripe,
    payments,
    passwords = passwordHasher,
    cardThread = createCardThread(),
    surveyEventHandlers = SURVEY_EVENT_HANDLERS,
    mailPollMs = MAIL_POLL_MS,
    surveyPollMs = SURVEY_POLL_MS,
    webhookPollMs = WEBHOOK_POLL_MS,
  }: AppOverrides = {},
): Promise<FastifyInstance> {
  const metrics = config.metrics ? await openMetrics(database) : null;
  const responseCache = createResponseCache(events, metrics?.countCacheHit);
  const app = await createHttpServer(config, responseCache);
  if (config.metrics) await metrics?.watch(app, config.metrics);
  const tracing = config.tracing ? (await import("./ops/tracing/tracing.ts")).startTracing() : null;
  tracing?.watch(app, config);
  app.addHook("onClose", async () => events.close());
  const invitationTokens = createInvitationTokens(config.sessionSecret, config.publicUrl);
  const cookies = createCookies(apiBaseOf(config));
  const ballotCookies = createBallotCookies(cookies, {
    tokens: invitationTokens,
    findUsedBallots: (invitationIds) => findUsedBallots(database, invitationIds),
  });
  const rateLimiter = config.limits ? createRateLimiter(database) : null;
  const signInParts = createSignInParts(database, config, {
    cookies,
    passwords,
    rateLimiter,
    readInvitedVoter: ballotCookies.readVoter,
    log: app.log,
  });
  const secrets = [config.sessionSecret, ...config.formerSecrets] as const;
  const hashAddress = createAddressHash(secrets);
  const countedAddressKeys = createCountedAddressKeys(secrets);
  const readLimiter = config.limits ? createReadLimiter() : noReadLimit;
  const registerEndpoint = createEndpointRegistrar(app, {
    authenticator: signInParts.authenticator,
    origins: config,
    rateLimiter,
    readLimiter,
    responseCache,
  });

  const { invalidateUser } = signInParts.sessions;
  /** Invalidates the public responses that show a user's name or address, after it has changed. */
  const invalidateNaming = async (userId: string) => {
    const naming = await findSurveysNaming(database, userId);
    if (naming === "all" || naming.size > 0) events.emit(naming, "people");
  };

  serveHealth(app, database);
  serveDocs(app, { ...config, responseCache, readLimiter });
  serveSecurityTxt(app, config);
  serveSigningIn(registerEndpoint, app, database, {
    ...signInParts,
    providers: await openProviders(app, config),
    apiBase: apiBaseOf(config),
    setRole: (userId, role) => setUserRole(database, userId, role, "setting"),
  });
  const provider = payments ?? (await openPayments(app, config, database, stripe));
  const settlement = provider && createSettlement(database, provider);
  const files = openImageFiles(config, (error) => app.log.error({ err: error }, "the S3 bucket for images failed"));
  const store = openImageStore(files);
  const uploadPath = uploadPaths([config.publicUrl, apiBaseOf(config)]);
  // If this fails, the hourly job cancels the payments.
  const cancelPaymentsOf = async (userId: string) => {
    await settlement?.cancelAllOfUser(userId).catch(logFailure(app, "canceling payments"));
  };
  serveAccount(registerEndpoint, database, {
    ...signInParts,
    invalidateNaming,
    // If this fails, the hourly job deletes the images; the account is already deleted.
    removeImagesOf: (userId) =>
      removeUnusedOf(database, userId, store.remove).catch(logFailure(app, "deleting images")),
    cancelPaymentsOf,
    hashAddress,
    countedAddressKey: countedAddressKeys[0],
  });
  serveUsers(registerEndpoint, database, {
    invalidateUser,
    invalidateNaming,
    cancelPaymentsOf,
    removeReplaced: async (address) => {
      const id = address && idOfImage(address);
      if (id) await removeIfUnused(database, id, store.remove).catch(logFailure(app, "deleting a photo"));
    },
    uploadPath,
  });
  const record = createSurveyRecorder(surveyEventHandlers, events);
  const surveySettings = { review: config.surveyReview, record, uploadPath };
  serveSurveys(registerEndpoint, database, surveySettings);
  serveModeration(registerEndpoint, database, { record, invalidateUser });
  serveSurveyorRequests(registerEndpoint, database, { ...surveySettings, policy: config.surveyors, invalidateUser });
  watchSurveys(app, database, { events, record, pollMs: surveyPollMs });
  const opened = await voteWriter(database.forVotes, events, metrics?.countBatch);
  const measured = metrics?.measureVotes(opened.cast) ?? opened.cast;
  const writer = { cast: tracing?.traceVotes(measured) ?? measured };
  serveVotes(registerEndpoint, database, { voteWriter: writer, record });
  serveInvitations(registerEndpoint, database, {
    events,
    record,
    tokens: invitationTokens,
    ballotCookies,
    countedAddressKeys,
  });
  serveObjections(registerEndpoint, database, events);
  serveInvitedVotes(registerEndpoint, database, writer);
  serveComments(registerEndpoint, database, events);
  serveDownloads(registerEndpoint, database, { publicUrl: config.publicUrl, apiBase: apiBaseOf(config) });
  serveLive(createSseRegistrar(app, { limits: config.limits, readLimiter }), createTotalsFeed(database, events));
  serveFeedback(registerEndpoint, database, record);
  serveNotices(registerEndpoint, database);
  serveOutcomes(registerEndpoint, database, record);
  serveFollowing(registerEndpoint, database, hashAddress);
  const unsubscriber = createUnsubscriber(config.sessionSecret, { publicUrl: config.publicUrl, hashAddress });
  serveUnsubscribe(app, database, unsubscriber);
  startWebhooks(registerEndpoint, app, database, { ...config, pollMs: webhookPollMs });
  serveAudit(registerEndpoint, database);
  serveLegal(registerEndpoint, config.legalTexts);
  servePayments(registerEndpoint, database, settlement, invalidateUser);
  if (settlement) watchPayments(app, settlement);
  serveImages(registerEndpoint, database, store);
  serveImageFiles(app, files);
  serveAvatars(app);
  serveSharing(registerEndpoint, app, database, { ...config, readLimiter, rateLimiter, cardThread });
  serveFeeds(createPublicTexts(app, { responseCache, readLimiter }), database.forLists, config.publicUrl);
  const { publicUrl } = config;
  const links = createInvitationLinks(database, { tokens: invitationTokens, hashAddress, publicUrl });
  startMailer(app, database, {
    ...config,
    ...links,
    unsubscribeUrl: unsubscriber.urlFor,
    isOwnerKnown,
    isStillWanted: (email) => isStillWanted(database, email),
    transport: await openTransport(app, config),
    pollMs: mailPollMs,
  });
  startUpkeep(app, database, store);
  startReminding(app, database, { pollMs: surveyPollMs, hasPayments: settlement !== null });
  if (metrics) everyHour(app, "recounting the votes", () => metrics.recount(database, recount));
  const admitSearch = rateLimiter?.(`GET ${listPublishedSurveys.path}`, listPublishedSurveys.rateLimit, true);
  if (config.pages)
    await serveRenderedPages(app, {
      ...config,
      responseCache,
      readLimiter,
      admitSearch,
      settings: pageSettings(config),
    });
  await app.ready();
  return app;
}

/** Logs a failure after a request has done its work; the hourly jobs repeat the failed part. */
function logFailure(app: FastifyInstance, what: string): (error: unknown) => void {
  return (error) => app.log.error({ err: error }, `${what} failed`);
}

/** Loads the metrics only if they are enabled. */
async function openMetrics(database: MainDatabase): Promise<Metrics> {
  const { createMetrics } = await import("./ops/metrics/metrics.ts");
  const metrics = createMetrics();
  metrics.watchDatabase(database);
  return metrics;
}

/** The configured OIDC providers; outside production with a stand-in for each missing one. */
async function openProviders(app: FastifyInstance, config: AppConfig): Promise<OidcProvider[]> {
  const real = configuredProviders(config);
  if (!config.sandbox || config.oidc?.isOnly) return real;
  // Loaded here, so that production never has its code.
  const { serveSandboxProvider } = await import("./sandbox/signIn/oidc.ts");
  const missing = (["google", "facebook"] as const).filter((id) => !config[id]);
  const addresses = { publicUrl: config.publicUrl, apiBase: apiBaseOf(config) };
  return [...real, ...(await Promise.all(missing.map((id) => serveSandboxProvider(app, id, addresses))))];
}

/** The mail server; in a sandbox without one, a folder whose emails can be read; otherwise null. */
async function openTransport(
  app: FastifyInstance,
  { smtpUrl, sandbox, dataDir }: AppConfig,
): Promise<Transport | null> {
  if (smtpUrl !== null) return smtpTransport(smtpUrl);
  if (!sandbox) return null;
  const { serveSandboxMail } = await import("./sandbox/mail.ts");
  const folder = sandboxTransport(dataDir);
  serveSandboxMail(app, folder.list);
  return folder;
}

/** Stripe, if it is configured; outside production else a stand-in that moves no money; otherwise null. */
async function openPayments(
  app: FastifyInstance,
  config: AppConfig,
  database: Database,
  sandbox?: SandboxStripe,
): Promise<PaymentProvider | null> {
  if (!config.stripe && !sandbox && !config.sandbox) return null;
  // Stripe's library is large, so installations without payments don't load it.
  const { sandboxStripeProvider, stripeProvider } = await import("./payments/stripe.ts");
  if (config.stripe) return stripeProvider(config.stripe);
  // Loaded here, so that production never has its code.
  const { serveSandboxCards, startSandboxStripe } = await import("./sandbox/payments/stripe.ts");
  const { dataDir, publicUrl } = config;
  const stripe = sandbox ?? (await startSandboxStripe({ dataDir, webhookUrl: `${publicUrl}${STRIPE_WEBHOOK_PATH}` }));
  if (!sandbox) app.addHook("onClose", () => stripe.close());
  if (config.demo) {
    const { findDemoPayment } = await import("./sandbox/demo/demoPayment.sql.ts");
    const payment = await findDemoPayment(database);
    if (payment) stripe.addPaid(payment);
  }
  serveSandboxCards(app, stripe);
  return sandboxStripeProvider(stripe);
}

/** Starts the jobs that apply what depends on the clock or on new votes: starts, ends, and the order by votes. */
function watchSurveys(
  app: FastifyInstance,
  database: MainDatabase,
  { events, record, pollMs }: { events: EventBus; record: RecordSurveyEvent; pollMs: number },
): void {
  const listedVotes = createListedVotes(database, { events, record });
  runRepeatedly(app, "looking for surveys that start", pollMs, createStartWatcher(database.forLists, events));
  runRepeatedly(app, "closing surveys", pollMs, () => closeEnded(database, database.forLists, record));
  runRepeatedly(app, "erasing the sums of closed secret surveys", SECRET_ERASURE_MS, () => eraseClosed(database));
  runRepeatedly(app, "listing new votes", pollMs, listedVotes.refreshChanged);
  everyHour(app, "listing all votes", listedVotes.refreshAll);
}

/** Starts the jobs that remove what is no longer needed. */
function startUpkeep(app: FastifyInstance, database: MainDatabase, store: ImageStore): void {
  everyHour(app, "removing what expired", () => removeExpired(database));
  everyHour(app, "removing hashes of counted addresses", () => removeOldCountedAddresses(database));
  everyHour(app, "deleting unused images", () => removeUnused(database, database.forLists, store.remove));
  everyHour(app, "removing comments that deleted accounts left behind", () =>
    removeLateComments(database, database.forLists),
  );
  everyHour(app, "removing expired rate limit counts", () => removeExpiredRateLimits(database));
}

/** Starts the jobs that enqueue emails. */
function startReminding(
  app: FastifyInstance,
  database: MainDatabase,
  { pollMs, hasPayments }: { pollMs: number; hasPayments: boolean },
): void {
  everyHour(app, "reminding members whose membership ends", () => enqueueMembershipReminders(database, hasPayments));
  runRepeatedly(app, "enqueueing mailings", pollMs, () => enqueueMailings(database));
  everyHour(app, "reminding people of surveys that end soon", () => addReminders(database));
  everyHour(app, "emailing admins about what awaits review", () => enqueueReviewDigest(database));
}

/** Settles payments when the provider reports a change, and every hour. */
function watchPayments(app: FastifyInstance, settlement: Settlement): void {
  serveStripeWebhook(app, settlement);
  everyHour(app, "reconciling payments", (signal) =>
    settlement.reconcile({
      signal,
      onFailure: (failure) => app.log.error(failure, "a payment could not be reconciled"),
    }),
  );
}
