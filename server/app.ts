import { listPublishedSurveys } from "@survey-app/contract/surveys.ts";
import { languageAround } from "@survey-app/contract/translations.ts";
import type { FastifyInstance } from "fastify";
import { startAccount } from "./account/startAccount.ts";
import { serveAudit } from "./audit/audit.routes.ts";
import { logSurveyEvent } from "./audit/surveyEvents.sql.ts";
import { mayAskUnlisted } from "./ballots/rights.sql.ts";
import type { AppConfig } from "./config/config.ts";
import type { Database, MainDatabase } from "./database/database.ts";
import { createEventBus, type EventBus } from "./database/events.ts";
import { serverUrls } from "./database/postgres/primary.ts";
import { secretsOf } from "./database/secrets.ts";
import { serveDownloads } from "./downloads/downloads.routes.ts";
import { createSurveyRecorder, type SurveyEventHandler } from "./events/surveyEvents.ts";
import { serveFeedback } from "./feedback/feedback.routes.ts";
import { serveFeeds } from "./feeds/feeds.routes.ts";
import { serveDocs } from "./http/docs.ts";
import { API_PREFIX, createEndpointRegistrar } from "./http/endpoints.ts";
import { serveHealth } from "./http/health.ts";
import { createHttpServer } from "./http/httpServer.ts";
import { type CreateJobs, createJobs } from "./http/jobs.ts";
import { withListedLanguages } from "./http/listedLanguages.ts";
import { apiBaseOf, pageSettings } from "./http/pageSettings.ts";
import { createPictureAddresses } from "./http/pictureAddresses.ts";
import { createPublicTexts } from "./http/publicText.ts";
import { createRateLimiter, createReadLimiter, noReadLimit } from "./http/rateLimit.ts";
import { removeExpiredRateLimits } from "./http/rateLimits.sql.ts";
import { createReaderLanguage, languageCookie } from "./http/readerLanguage.ts";
import { createResponseCache } from "./http/responseCache.ts";
import { serveSecurityTxt } from "./http/securityTxt.ts";
import { createSseRegistrar } from "./http/sse.ts";
import { serveRenderedPages } from "./http/ssr.ts";
import { createWrongCodes } from "./http/wrongCodes.ts";
import { openImageFiles } from "./images/openImageFiles.ts";
import { startImages } from "./images/startImages.ts";
import { idOfImage, openImageStore } from "./images/store.ts";
import { removeIfUnused, removeUnusedOf } from "./images/unusedImages.sql.ts";
import { createBallotCookies } from "./invitations/ballotCookies.ts";
import { createInvitationLinks } from "./invitations/invitationLinks.ts";
import { createInvitationTokens } from "./invitations/invitationTokens.ts";
import { startInvitations } from "./invitations/startInvitations.ts";
import { createTypedTokens } from "./invitations/typedTokens.ts";
import { serveLegal } from "./legal/legal.routes.ts";
import { createAddressHash, createCountedAddressKeys } from "./mail/addressHash.ts";
import { startMailer } from "./mail/startMailer.ts";
import { smtpTransport, type Transport } from "./mail/transport.ts";
import { createEmailParts } from "./mailings/emailParts.ts";
import { startMailings } from "./mailings/startMailings.ts";
import { emailAboutSurvey } from "./mailings/surveyEvents.sql.ts";
import { createUnsubscriber } from "./mailings/unsubscribe.ts";
import { serveModeration } from "./moderation/moderation.routes.ts";
import { fileReports, serveObjections } from "./moderation/objections.routes.ts";
import { serveSurveyorRequests } from "./moderation/surveyorRequests.routes.ts";
import { serveUnlistedSurveys } from "./moderation/unlistedSurveys.routes.ts";
import { serveNotices } from "./notices/notices.routes.ts";
import { serveFailedWork } from "./ops/failedWork.routes.ts";
import type { Metrics } from "./ops/metrics/metrics.ts";
import { serveSetup } from "./ops/setup.routes.ts";
import { startOperations } from "./ops/startOperations.ts";
import { startOwners } from "./owners/startOwners.ts";
import type { PaymentProvider } from "./payments/provider.ts";
import { createSettlement } from "./payments/settlement.ts";
import { startPayments } from "./payments/startPayments.ts";
import { removeOldFailures } from "./queues/steps.sql.ts";
import { startRetention } from "./retention/startRetention.ts";
import type { SandboxStripe } from "./sandbox/payments/stripe.ts";
import { createCookies } from "./session/cookies.ts";
import { type PasswordHasher, passwordHasher } from "./session/passwords/passwordHash.ts";
import { configuredProviders, type OidcProvider } from "./session/providers/oidcProviders.ts";
import { createSignInParts } from "./session/signInParts.ts";
import { startSigningIn } from "./session/startSigningIn.ts";
import { type CardThread, createCardThread } from "./sharing/cardThread.ts";
import { openShortAddresses } from "./sharing/openShortAddress.ts";
import { serveSharing } from "./sharing/sharing.routes.ts";
import { startShortAddresses } from "./sharing/shortAddresses.routes.ts";
import { expireFlyerCode } from "./sharing/shortAddresses.sql.ts";
import { serveSeries } from "./surveys/series.routes.ts";
import { createSeriesInvalidator } from "./surveys/series.sql.ts";
import { startSurveys } from "./surveys/startSurveys.ts";
import { findSurvey } from "./surveys/surveys.sql.ts";
import { findSurveysNaming } from "./users/naming.sql.ts";
import { serveUsers } from "./users/users.routes.ts";
import { setUserRole } from "./users/users.sql.ts";
import { startVoterLists } from "./voterLists/startVoterLists.ts";
import { createVoteCookies } from "./voters/voteCookies.ts";
import { createQuestionCheck } from "./votes/askedQuestion.ts";
import { startLinkVotes } from "./votes/byLink/linkVotes.routes.ts";
import { serveComments } from "./votes/comments.routes.ts";
import { serveInvitedVotes } from "./votes/invitedVotes.routes.ts";
import { recount } from "./votes/ledger/verify.sql.ts";
import { serveLive } from "./votes/live/live.routes.ts";
import { createPollingPages } from "./votes/live/pollingPages.ts";
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
  jobs?: CreateJobs;
  /** How often the mailer polls the outbox, in ms. */
  mailPollMs?: number;
  /** The interval of the jobs that check for starts, ends and new totals of surveys, in ms. */
  surveyPollMs?: number;
  /** How often the deliveries to webhooks are polled, in ms. */
  webhookPollMs?: number;
}

/** The effects of what happens to surveys, stored in the transaction of the cause. */
export const SURVEY_EVENT_HANDLERS = [logSurveyEvent, emailAboutSurvey, notifyWebhooks, expireFlyerCode, fileReports];

/** Starts, ends and the order by votes take effect this late, in milliseconds. */
export const SURVEY_POLL_MS = 1000;

/** How soon an email is sent, in milliseconds. */
const MAIL_POLL_MS = 500;

/** How soon an event is sent to webhooks, in milliseconds. */
const WEBHOOK_POLL_MS = 1000;

/** How often the queues are measured where metrics are on, in milliseconds. */
const QUEUES_MEASURED_MS = 15_000;

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
    jobs: createAppJobs = createJobs,
    mailPollMs = MAIL_POLL_MS,
    surveyPollMs = SURVEY_POLL_MS,
    webhookPollMs = WEBHOOK_POLL_MS,
  }: AppOverrides = {},
): Promise<FastifyInstance> {
  const metrics = config.metrics ? await openMetrics(database) : null;
  const readerLanguage = createReaderLanguage(config, config.publicUrl);
  const responseCache = createResponseCache(events, {
    // JSON is the same for all readers: the browser words it.
    languageOf: (request) => (request.url?.startsWith(`${API_PREFIX}/`) ? null : readerLanguage.of(request)),
    isPersonal: (request) => withListedLanguages(request) !== null,
    onHit: metrics?.countCacheHit,
  });
  const app = await createHttpServer({ ...config, readerLanguage }, responseCache);
  if (config.metrics) await metrics?.watch(app, config.metrics);
  const tracing = config.tracing ? (await import("./ops/tracing/tracing.ts")).startTracing() : null;
  tracing?.watch(app, config);
  app.addHook("onClose", async () => events.close());
  const secrets = secretsOf(config);
  const invitationTokens = createInvitationTokens(secrets, config.publicUrl);
  const cookies = createCookies(apiBaseOf(config));
  const voteCookies = createVoteCookies(cookies, database);
  const ballotCookies = createBallotCookies(voteCookies, invitationTokens);
  const rateLimiter = config.limits ? createRateLimiter(database, config.limitsFactor) : null;
  const signInParts = createSignInParts(database, config, {
    cookies,
    passwords,
    rateLimiter,
    readInvitedVoter: ballotCookies.readVoter,
    log: app.log,
    readerLanguage,
  });
  const hashAddress = createAddressHash(secrets.readable);
  const countedAddressKeys = createCountedAddressKeys(secrets.readable);
  const wrongCodes = createWrongCodes(rateLimiter, { log: app.log, onWrong: metrics?.countWrongCode });
  const readLimiter = config.limits ? createReadLimiter(config.limitsFactor) : noReadLimit;
  const apiBase = apiBaseOf(config);
  const registerEndpoint = createEndpointRegistrar(app, {
    authenticator: signInParts.authenticator,
    mayAskUnlisted: (userId, surveyId) => mayAskUnlisted(database, { userId, surveyId, policies: config }),
    origins: config,
    rateLimiter,
    readLimiter,
    responseCache,
    pictures: createPictureAddresses({ ...config, apiBase }),
  });

  const jobs = createAppJobs(app, (job) => metrics?.countFailedRun(job));
  const server = { app, registerEndpoint, database, jobs };
  const record = createSurveyRecorder([...surveyEventHandlers, createSeriesInvalidator(events)], events);
  const { publicUrl } = config;
  const { invalidateUser } = signInParts.sessions;
  /** Invalidates the public responses that show a user's name or address, after it has changed. */
  const invalidateNaming = async (userId: string) => {
    const naming = await findSurveysNaming(database, userId);
    if (naming === "all" || naming.size > 0) events.emit(naming, "people");
  };
  const files = openImageFiles(config, (error) => app.log.error({ err: error }, "the S3 bucket for images failed"));
  const store = openImageStore(files);
  const provider = payments ?? (await openPayments(app, config, { database, running: stripe }));
  const settlement = provider && createSettlement(database, provider);
  // If this fails, the hourly job cancels the payments.
  const cancelPaymentsOf = async (userId: string) => {
    await settlement?.cancelAllOfUser(userId).catch(logFailure(app, "canceling payments"));
  };
  const opened = await voteWriter(database.forVotes, events, metrics?.countBatch);
  const measured = metrics?.measureVotes(opened.cast) ?? opened.cast;
  const writer = { cast: tracing?.traceVotes(measured) ?? measured };
  const unsubscriber = createUnsubscriber(secrets.accepted, { publicUrl, hashAddress });
  /** A role decides what its user may do, and what pages show of the surveys that only the role vouches for. */
  const invalidateRole = async (userId: string) => {
    invalidateUser(userId);
    await invalidateNaming(userId);
  };
  const surveySettings = {
    policies: config,
    record,
  };

  serveHealth(app, database);
  serveDocs(app, { ...config, responseCache, readLimiter });
  serveSecurityTxt(app, config);
  jobs.everyHour("removing expired rate limit counts", () => removeExpiredRateLimits(database));
  jobs.everyHour("forgetting failures of rows that are not due any more", () => removeOldFailures(database));
  startMailer(server, {
    ...config,
    ...createInvitationLinks(database, { tokens: invitationTokens, record, publicUrl }),
    unsubscribeUrl: unsubscriber.urlFor,
    signUpLink: signInParts.signUpLinks.linkFor,
    ...createEmailParts(database, { ...config, hashAddress }),
    transport: await openTransport(app, config),
    pollMs: mailPollMs,
  });
  serveAudit(registerEndpoint, database);
  startSigningIn(server, {
    ...signInParts,
    providers: await openProviders(app, config),
    apiBase,
    setRole: async (userId, role) => {
      const change = await setUserRole(database, userId, role, "setting");
      if (change === "changed") await invalidateRole(userId);
      return change;
    },
  });
  const opening = { tokens: invitationTokens, ballotCookies };
  const typedTokens = createTypedTokens(database, { ...opening, wrongCodes });
  startInvitations(server, { ...surveySettings, ...opening, countedAddressKeys, typedTokens });
  startOwners(server);
  startVoterLists(server);
  startImages(server, { files, store, corsOrigins: config.corsOrigins });
  startSurveys(server, { ...surveySettings, events, pollMs: surveyPollMs });
  serveSeries(registerEndpoint, database, { ...surveySettings, tokens: invitationTokens });
  serveFeedback(registerEndpoint, database, record);
  serveModeration(registerEndpoint, database, { record, invalidateRole });
  serveSurveyorRequests(registerEndpoint, database, { ...surveySettings, invalidateRole });
  serveUnlistedSurveys(registerEndpoint, database, surveySettings);
  serveObjections(registerEndpoint, database, { record, typedTokens });
  startWebhooks(server, { ...config, acceptedSecrets: secrets.accepted, pollMs: webhookPollMs });
  serveUsers(registerEndpoint, database, {
    invalidateUser,
    invalidateNaming,
    invalidateRole,
    cancelPaymentsOf,
    removeReplaced: async (address) => {
      const id = address && idOfImage(address);
      if (id) await removeIfUnused(database, id, store.remove).catch(logFailure(app, "deleting a photo"));
    },
  });
  startMailings(server, { hashAddress, unsubscriber, pollMs: surveyPollMs });
  /** What follows the deletion of an account. If a part fails, hourly jobs do it. */
  const afterDeletion = async (userId: string) => {
    invalidateUser(userId);
    await invalidateNaming(userId);
    await removeUnusedOf(database, userId, store.remove).catch(logFailure(app, "deleting images"));
    // The card form may still be open in another window.
    await cancelPaymentsOf(userId);
  };
  startRetention(server, { ...config, events, record, countedAddressKey: countedAddressKeys[0], afterDeletion });
  startAccount(server, {
    ...signInParts,
    invalidateNaming,
    afterDeletion,
    hashAddress,
    countedAddressKey: countedAddressKeys[0],
    languages: config.languages,
  });
  const casting = { voteWriter: writer, requireQuestion: createQuestionCheck(database) };
  serveVotes(registerEndpoint, database, {
    ...casting,
    record,
    registration: config.registration,
    countedAddressKeys,
  });
  serveInvitedVotes(registerEndpoint, database, casting);
  const totalsFeed = createTotalsFeed(database, events);
  const pollingPages = createPollingPages();
  startLinkVotes(server, {
    ...config,
    ...casting,
    voteCookies,
    origins: config,
    rateLimiter,
    events,
    countOpenPages: (id) => totalsFeed.followers(id) + pollingPages.count(id),
  });
  serveComments(registerEndpoint, database, record);
  const registerSse = createSseRegistrar(app, { ...config, readLimiter });
  serveLive({ registerSse, registerEndpoint, totalsFeed, pollingPages, database });
  serveDownloads(registerEndpoint, database, { publicUrl, apiBase });
  serveFeeds(createPublicTexts(app, { responseCache, readLimiter, readerLanguage }), database.forLists, config);
  serveLegal(registerEndpoint, config.legalTexts, {
    ...config,
    site: config.site.name,
    cookie: languageCookie(config.publicUrl),
  });
  serveNotices(registerEndpoint, database);
  startPayments(server, { settlement, invalidateUser });
  serveSharing(registerEndpoint, app, database, { ...config, readLimiter, rateLimiter, cardThread });
  startShortAddresses(server);
  serveFailedWork(registerEndpoint, database);
  startOperations(server, {
    ...config,
    codeKeys: invitationTokens.codeKeys,
    databaseUrls: config.databaseUrl ? serverUrls(config.databaseUrl) : [],
  });
  serveSetup(registerEndpoint, database, config);
  if (metrics) {
    jobs.everyHour("recounting the votes", () => metrics.recount(database, recount));
    jobs.runRepeatedly("measuring the queues", QUEUES_MEASURED_MS, () => metrics.measureQueues(database));
  }
  if (config.pages) {
    const admitSearch = rateLimiter?.(`GET ${listPublishedSurveys.path}`, listPublishedSurveys.rateLimit, true);
    const sendPage = await serveRenderedPages(app, {
      ...config,
      responseCache,
      readLimiter,
      readerLanguage,
      admitSearch,
      settings: pageSettings(config),
      languageOfEmbed: async (id, reader) => {
        const survey = await findSurvey(database.forLists, id, null);
        return survey ? languageAround(survey, reader, config.languages) : reader;
      },
    });
    openShortAddresses(app, database, { sendPage, readLimiter, wrongCodes });
  }
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

/** The configured OIDC providers; in a sandbox with a stand-in for each missing one. */
async function openProviders(app: FastifyInstance, config: AppConfig): Promise<OidcProvider[]> {
  const real = configuredProviders(config);
  if (!config.sandbox || config.oidc?.isOnly) return real;
  const { openSandboxProviders } = await import("./sandbox/sandbox.ts");
  return [...real, ...(await openSandboxProviders(app, config))];
}

/** The mail server; in a sandbox without one, a folder whose emails can be read; otherwise null. */
async function openTransport(app: FastifyInstance, config: AppConfig): Promise<Transport | null> {
  if (config.smtpUrl !== null) return smtpTransport(config.smtpUrl, config.smtpCa);
  if (!config.sandbox) return null;
  return (await import("./sandbox/sandbox.ts")).openSandboxMail(app, config);
}

/** Stripe, if it is configured; in a sandbox else a stand-in that moves no money; otherwise null. */
async function openPayments(
  app: FastifyInstance,
  config: AppConfig,
  { database, running }: { database: Database; running: SandboxStripe | undefined },
): Promise<PaymentProvider | null> {
  // Stripe's library is large, so installations without payments don't load it.
  if (config.stripe)
    return (await import("./payments/stripe.ts")).stripeProvider({ ...config.stripe, site: config.site.name });
  if (!running && !config.sandbox) return null;
  return (await import("./sandbox/sandbox.ts")).openSandboxPayments(app, config, { database, running });
}
