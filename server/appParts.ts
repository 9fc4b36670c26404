import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import type { FastifyInstance } from "fastify";
import { logSurveyEvent } from "./audit/surveyEvents.sql.ts";
import { mayAskUnlisted } from "./ballots/rights.sql.ts";
import type { AppConfig } from "./config/config.ts";
import type { Database, MainDatabase } from "./database/database.ts";
import { createEventBus, type EventBus } from "./database/events.ts";
import { secretsOf } from "./database/secrets.ts";
import { createSurveyRecorder, type SurveyEventHandler } from "./events/surveyEvents.ts";
import { createEndpointRegistrar } from "./http/endpoints.ts";
import { createHttpServer } from "./http/httpServer.ts";
import { type CreateJobs, createJobs } from "./http/jobs.ts";
import { withListedLanguages } from "./http/listedLanguages.ts";
import { apiBaseOf } from "./http/pageSettings.ts";
import { createPictureAddresses } from "./http/pictureAddresses.ts";
import { createRateLimiter, createReadLimiter, noReadLimit } from "./http/rateLimit.ts";
import { createReaderLanguage } from "./http/readerLanguage.ts";
import { createResponseCache } from "./http/responseCache.ts";
import { createSseRegistrar } from "./http/sse.ts";
import { watchWritability } from "./http/writability.ts";
import { createWrongCodes } from "./http/wrongCodes.ts";
import { openImageFiles } from "./images/openImageFiles.ts";
import { openImageStore } from "./images/store.ts";
import { removeUnusedOf } from "./images/unusedImages.sql.ts";
import { createBallotCookies } from "./invitations/ballotCookies.ts";
import { createInvitationTokens } from "./invitations/invitationTokens.ts";
import { createTypedTokens } from "./invitations/typedTokens.ts";
import { createAddressHash, createCountedAddressKeys } from "./mail/addressHash.ts";
import { emailAboutSurvey } from "./mailings/surveyEvents.sql.ts";
import { createUnsubscriber } from "./mailings/unsubscribe.ts";
import { fileReports } from "./moderation/objections.routes.ts";
import type { Metrics } from "./ops/metrics/metrics.ts";
import type { PaymentProvider } from "./payments/provider.ts";
import { createSettlement } from "./payments/settlement.ts";
import type { SandboxStripe } from "./sandbox/payments/stripe.ts";
import { createCookies } from "./session/cookies.ts";
import { type PasswordHasher, passwordHasher } from "./session/passwords/passwordHash.ts";
import { createSignInParts } from "./session/signInParts.ts";
import { type CardThread, createCardThread } from "./sharing/cardThread.ts";
import { expireFlyerCode } from "./sharing/shortAddresses.sql.ts";
import { createSeriesInvalidator } from "./surveys/series.sql.ts";
import { findSurveysNaming } from "./users/naming.sql.ts";
import { createVoteCookies } from "./voters/voteCookies.ts";
import { createTotalsFeed } from "./votes/live/totalsFeed.ts";
import { createQuestionCheck } from "./votes/storing/askedQuestion.ts";
import { createVoteWriter } from "./votes/storing/voteWriter.ts";
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
  /** The interval at which the mailer polls the outbox, in ms. */
  mailPollMs?: number;
  /** The interval of the jobs that check for starts, ends and new totals of surveys, in ms. */
  surveyPollMs?: number;
  /** The interval at which deliveries to webhooks are polled, in ms. */
  webhookPollMs?: number;
}

/** The effects of what happens to surveys, stored in the transaction of the cause. */
export const SURVEY_EVENT_HANDLERS = [logSurveyEvent, emailAboutSurvey, notifyWebhooks, expireFlyerCode, fileReports];

/** Starts, ends and the order by votes take effect this late, in milliseconds. */
export const SURVEY_POLL_MS = 1000;

/** The longest that a new email waits for the mailer, in milliseconds. */
const MAIL_POLL_MS = 500;

/** The longest that a new event waits before it is sent to webhooks, in milliseconds. */
const WEBHOOK_POLL_MS = 1000;

/**
 * The parts that features share. Each feature is handed those that it needs, and knows neither this list nor other
 * features.
 */
export type AppParts = Awaited<ReturnType<typeof createAppParts>>;

/** Creates what the features share, on an open, migrated database. */
export async function createAppParts(config: AppConfig, database: MainDatabase, overrides: AppOverrides) {
  const events = overrides.events ?? createEventBus(database.listenToNotifications);
  const http = await createHttpParts(config, database, events);
  const codes = createCodeParts(config, database, http);
  const signIn = createSigningIn(config, database, { ...http, ...codes, passwords: overrides.passwords });
  const jobs = (overrides.jobs ?? createJobs)(http.app, (job) => http.metrics?.countFailedRun(job));
  const handlers = overrides.surveyEventHandlers ?? SURVEY_EVENT_HANDLERS;
  const record = createSurveyRecorder([...handlers, createSeriesInvalidator(events)], events);
  const effects = await createEffects(config, database, { ...http, ...signIn, events, overrides });
  const voting = await openVoting(database, { ...http, events, createWriter: overrides.voteWriter });
  return {
    config,
    database,
    events,
    jobs,
    record,
    ...http,
    ...codes,
    ...signIn,
    ...effects,
    ...voting,
    surveySettings: { policies: config, record },
    cardThread: overrides.cardThread ?? createCardThread(),
    mailPollMs: overrides.mailPollMs ?? MAIL_POLL_MS,
    surveyPollMs: overrides.surveyPollMs ?? SURVEY_POLL_MS,
    webhookPollMs: overrides.webhookPollMs ?? WEBHOOK_POLL_MS,
  };
}

/** The HTTP server with its caches and limits, measured and traced where this is on. */
async function createHttpParts(config: AppConfig, database: MainDatabase, events: EventBus) {
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
  const writability = watchWritability(app);
  metrics?.watchWritability(writability.isWritable);
  const tracing = config.tracing ? (await import("./ops/tracing/tracing.ts")).startTracing() : null;
  tracing?.watch(app, config);
  app.addHook("onClose", async () => events.close());
  const readLimiter = config.limits ? createReadLimiter(config.limitsFactor) : noReadLimit;
  return {
    app,
    metrics,
    tracing,
    writability,
    readerLanguage,
    responseCache,
    rateLimiter: config.limits ? createRateLimiter(database, config.limitsFactor) : null,
    readLimiter,
    registerSse: createSseRegistrar(app, { ...config, readLimiter }),
    apiBase: apiBaseOf(config),
    publicUrl: config.publicUrl,
  };
}

type HttpParts = Awaited<ReturnType<typeof createHttpParts>>;

/**
 * Creates the parts that are derived from the secrets: codes of invitations, cookies of ballots and keys of addresses.
 */
function createCodeParts(
  config: AppConfig,
  database: MainDatabase,
  { app, apiBase, publicUrl, rateLimiter, metrics }: HttpParts,
) {
  const secrets = secretsOf(config);
  const invitationTokens = createInvitationTokens(secrets, publicUrl);
  const cookies = createCookies(apiBase);
  const voteCookies = createVoteCookies(cookies, database);
  const ballotCookies = createBallotCookies(voteCookies, invitationTokens);
  const wrongCodes = createWrongCodes(rateLimiter, { log: app.log, onWrong: metrics?.countWrongCode });
  const hashAddress = createAddressHash(secrets.readable);
  return {
    secrets,
    invitationTokens,
    cookies,
    voteCookies,
    ballotCookies,
    wrongCodes,
    typedTokens: createTypedTokens(database, { tokens: invitationTokens, ballotCookies, wrongCodes }),
    hashAddress,
    countedAddressKeys: createCountedAddressKeys(secrets.readable),
    unsubscriber: createUnsubscriber(secrets.accepted, { publicUrl, hashAddress }),
  };
}

type CodeParts = ReturnType<typeof createCodeParts>;

/** Creates the parts that know the signed-in user, and the endpoints that this user may use. */
function createSigningIn(
  config: AppConfig,
  database: MainDatabase,
  parts: HttpParts & CodeParts & { passwords: PasswordHasher | undefined },
) {
  const { app, apiBase, rateLimiter, readLimiter, readerLanguage, responseCache } = parts;
  const signInParts = createSignInParts(database, config, {
    cookies: parts.cookies,
    passwords: parts.passwords ?? passwordHasher,
    rateLimiter,
    readInvitedVoter: parts.ballotCookies.readVoter,
    log: app.log,
    readerLanguage,
  });
  const registerEndpoint = createEndpointRegistrar(app, {
    authenticator: signInParts.authenticator,
    mayAskUnlisted: (user, surveyId) => mayAskUnlisted(database, user, { surveyId, policies: config }),
    origins: config,
    rateLimiter,
    readLimiter,
    responseCache,
    pictures: createPictureAddresses({ ...config, apiBase }),
  });
  return { signInParts, registerEndpoint, invalidateUser: signInParts.sessions.invalidateUser };
}

/** Creates the effects elsewhere of a changed user or picture. If one fails, an hourly job repeats it. */
async function createEffects(
  config: AppConfig,
  database: MainDatabase,
  {
    app,
    events,
    invalidateUser,
    overrides: { payments, stripe },
  }: HttpParts & ReturnType<typeof createSigningIn> & { events: EventBus; overrides: AppOverrides },
) {
  const files = openImageFiles(config, (error) => app.log.error({ err: error }, "the S3 bucket for images failed"));
  const store = openImageStore(files);
  const provider = payments ?? (await openPayments(app, config, { database, running: stripe }));
  const settlement = provider && createSettlement(database, provider);
  /** Invalidates the public responses that show a user's name or address, after it has changed. */
  const invalidateNaming = async (userId: string) => {
    const naming = await findSurveysNaming(database, userId);
    if (naming === "all" || naming.size > 0) events.emit(naming, "people");
  };
  /** A role decides what its user may do, and what pages show of the surveys that only the role vouches for. */
  const invalidateRole = async (userId: string) => {
    invalidateUser(userId);
    await invalidateNaming(userId);
  };
  const cancelPaymentsOf = async (userId: string) => {
    await settlement?.cancelAllOfUser(userId).catch(logFailure(app, "canceling payments"));
  };
  const afterDeletion = async (userId: string) => {
    invalidateUser(userId);
    await invalidateNaming(userId);
    await removeUnusedOf(database, userId, store.remove).catch(logFailure(app, "deleting images"));
    // The card form may still be open in another window.
    await cancelPaymentsOf(userId);
  };
  return { files, store, settlement, invalidateNaming, invalidateRole, cancelPaymentsOf, afterDeletion };
}

/** Stores votes, and follows their totals. */
async function openVoting(
  database: MainDatabase,
  {
    metrics,
    tracing,
    events,
    createWriter = createVoteWriter,
  }: HttpParts & { events: EventBus; createWriter: typeof createVoteWriter | undefined },
) {
  const opened = await createWriter(database.forVotes, events, metrics?.countBatch);
  const measured = metrics?.measureVotes(opened.cast) ?? opened.cast;
  const voteWriter = { cast: tracing?.traceVotes(measured) ?? measured };
  return {
    casting: { voteWriter, requireQuestion: createQuestionCheck(database) },
    totalsFeed: createTotalsFeed(database, events),
  };
}

/** Logs a failure after a request has done its work; the hourly jobs repeat the failed part. */
export function logFailure(app: FastifyInstance, what: string): (error: unknown) => void {
  return (error) => app.log.error({ err: error }, `${what} failed`);
}

/** Loads the metrics only if they are enabled. */
async function openMetrics(database: MainDatabase): Promise<Metrics> {
  const { createMetrics } = await import("./ops/metrics/metrics.ts");
  const metrics = createMetrics();
  metrics.watchDatabase(database);
  return metrics;
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
