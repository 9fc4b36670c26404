import { listPublishedSurveys } from "@survey-app/contract/surveys/surveys.ts";
import { languageAround } from "@survey-app/contract/surveys/translations.ts";
import type { FastifyInstance } from "fastify";
import { startAccount } from "./account/startAccount.ts";
import { type AppParts, logFailure } from "./appParts.ts";
import { serveAudit } from "./audit/audit.routes.ts";
import type { AppConfig } from "./config/config.ts";
import { serverUrls } from "./database/postgres/primary.ts";
import { serveDownloads } from "./downloads/downloads.routes.ts";
import { serveFeeds } from "./feeds/feeds.routes.ts";
import { serveDocs } from "./http/docs.ts";
import { serveHealth } from "./http/health.ts";
import { pageSettings } from "./http/pageSettings.ts";
import { createPublicTexts } from "./http/publicText.ts";
import { removeExpiredRateLimits } from "./http/rateLimits.sql.ts";
import { languageCookie } from "./http/readerLanguage.ts";
import { serveSecurityTxt } from "./http/securityTxt.ts";
import { serveRenderedPages } from "./http/ssr.ts";
import { startImages } from "./images/startImages.ts";
import { idOfImage } from "./images/store.ts";
import { removeIfUnused } from "./images/unusedImages.sql.ts";
import { createInvitationLinks } from "./invitations/invitationLinks.ts";
import { startInvitations } from "./invitations/startInvitations.ts";
import { serveLegal } from "./legal/legal.routes.ts";
import { startMailer } from "./mail/startMailer.ts";
import { smtpTransport, type Transport } from "./mail/transport.ts";
import { createEmailParts } from "./mailings/emailParts.ts";
import { startMailings } from "./mailings/startMailings.ts";
import { startMeetings } from "./meetings/startMeetings.ts";
import { serveFeedback } from "./moderation/feedback.routes.ts";
import { serveModeration } from "./moderation/moderation.routes.ts";
import { serveObjections } from "./moderation/objections.routes.ts";
import { serveSurveyorRequests } from "./moderation/surveyorRequests.routes.ts";
import { serveUnlistedSurveys } from "./moderation/unlistedSurveys.routes.ts";
import { serveNotices } from "./notices/notices.routes.ts";
import { serveFailedWork } from "./ops/failedWork.routes.ts";
import { serveSetup } from "./ops/setup.routes.ts";
import { startOperations } from "./ops/startOperations.ts";
import { startOwners } from "./owners/startOwners.ts";
import { startPayments } from "./payments/startPayments.ts";
import { removeOldFailures } from "./queues/steps.sql.ts";
import { startRetention } from "./retention/startRetention.ts";
import { configuredProviders, type OidcProvider } from "./session/providers/oidcProviders.ts";
import { startSigningIn } from "./session/startSigningIn.ts";
import { openShortAddresses } from "./sharing/openShortAddress.ts";
import { serveRooms } from "./sharing/rooms.routes.ts";
import { serveSharing } from "./sharing/sharing.routes.ts";
import { startShortAddresses } from "./sharing/shortAddresses.routes.ts";
import { serveSeries } from "./surveys/series.routes.ts";
import { startSurveys } from "./surveys/startSurveys.ts";
import { findSurvey } from "./surveys/surveys.sql.ts";
import { serveUsers } from "./users/users.routes.ts";
import { setUserRole } from "./users/users.sql.ts";
import { startVoterLists } from "./voterLists/startVoterLists.ts";
import { startLinkVotes } from "./votes/byLink/linkVotes.routes.ts";
import { serveComments } from "./votes/comments.routes.ts";
import { serveInvitedVotes } from "./votes/invitedVotes.routes.ts";
import { recount } from "./votes/ledger/verify.sql.ts";
import { serveLive } from "./votes/live/live.routes.ts";
import { serveVotes } from "./votes/votes.routes.ts";
import { startWebhooks } from "./webhooks/startWebhooks.ts";

/** How often the queues are measured where metrics are on, in milliseconds. */
const QUEUES_MEASURED_MS = 15_000;

/** How often the disk and the time of the last backup are measured where metrics are on, in milliseconds. */
const HOST_MEASURED_MS = 60_000;

interface Feature {
  /** The feature's folder. */
  name: string;
  /** Serves the feature's endpoints and starts its jobs. */
  start: (parts: AppParts) => void | Promise<void>;
}

/**
 * Everything that the server does, in the order in which features may import each other
 * (`tools/check/checkImports.ts`), which `npm run check` compares. A feature is handed what it shares with others, and
 * knows none that follows it. Pages come last, because they show all.
 */
export const FEATURES: readonly Feature[] = [
  { name: "http", start: startHttp },
  {
    name: "queues",
    start: ({ database, jobs }) =>
      jobs.everyHour("forgetting failures of rows that are not due any more", () => removeOldFailures(database)),
  },
  { name: "mail", start: startMail },
  { name: "audit", start: ({ registerEndpoint, database }) => serveAudit(registerEndpoint, database) },
  { name: "session", start: startSessions },
  {
    name: "invitations",
    start: ({ surveySettings, invitationTokens: tokens, ...server }) =>
      startInvitations(server, { ...surveySettings, ...server, tokens }),
  },
  {
    name: "images",
    start: ({ config, files, store, ...server }) =>
      startImages(server, { files, store, corsOrigins: config.corsOrigins }),
  },
  {
    name: "surveys",
    start: ({ surveySettings, events, surveyPollMs, invitationTokens, ...server }) => {
      startSurveys(server, { ...surveySettings, events, pollMs: surveyPollMs });
      serveSeries(server.registerEndpoint, server.database, { ...surveySettings, tokens: invitationTokens });
    },
  },
  { name: "owners", start: startOwners },
  { name: "voterLists", start: startVoterLists },
  {
    name: "meetings",
    start: ({ surveySettings, events, surveyPollMs, invitationTokens: tokens, registerSse, ...server }) =>
      startMeetings(server, { ...surveySettings, events, tokens, registerSse, pollMs: surveyPollMs }),
  },
  {
    name: "moderation",
    start: ({
      registerEndpoint,
      database,
      record,
      events,
      invalidateRole,
      surveySettings,
      typedTokens,
      ballotCookies,
    }) => {
      serveFeedback(registerEndpoint, database, record);
      serveModeration(registerEndpoint, database, { record, events, invalidateRole });
      serveSurveyorRequests(registerEndpoint, database, { ...surveySettings, invalidateRole });
      serveUnlistedSurveys(registerEndpoint, database, surveySettings);
      serveObjections(registerEndpoint, database, { record, typedTokens, ballotCookies });
    },
  },
  {
    name: "webhooks",
    start: ({ config, secrets, webhookPollMs, ...server }) =>
      startWebhooks(server, { ...config, acceptedSecrets: secrets.accepted, pollMs: webhookPollMs }),
  },
  { name: "users", start: startUsers },
  {
    name: "mailings",
    start: ({ hashAddress, unsubscriber, surveyPollMs, ...server }) =>
      startMailings(server, { hashAddress, unsubscriber, pollMs: surveyPollMs }),
  },
  {
    name: "account",
    start: ({ config, signInParts, invalidateNaming, afterDeletion, hashAddress, countedAddressKeys, ...server }) =>
      startAccount(server, {
        ...signInParts,
        invalidateNaming,
        afterDeletion,
        hashAddress,
        countedAddressKey: countedAddressKeys[0],
        languages: config.languages,
        policies: config,
        record: server.record,
      }),
  },
  { name: "votes", start: startVotes },
  {
    name: "downloads",
    start: ({ registerEndpoint, database, events, publicUrl, apiBase }) =>
      serveDownloads(registerEndpoint, { database, events }, { publicUrl, apiBase }),
  },
  {
    name: "feeds",
    start: ({ app, config, database, responseCache, readLimiter, readerLanguage }) =>
      serveFeeds(createPublicTexts(app, { responseCache, readLimiter, readerLanguage }), database.forLists, config),
  },
  {
    name: "legal",
    start: ({ registerEndpoint, config }) =>
      serveLegal(registerEndpoint, config.legalTexts, {
        ...config,
        site: config.site.name,
        cookie: languageCookie(config.publicUrl),
      }),
  },
  {
    name: "notices",
    start: ({ registerEndpoint, database, writability }) => serveNotices(registerEndpoint, database, writability),
  },
  {
    name: "payments",
    start: ({ settlement, invalidateUser, ...server }) => startPayments(server, { settlement, invalidateUser }),
  },
  {
    name: "sharing",
    start: ({ config, readLimiter, rateLimiter, cardThread, surveySettings, events, ...server }) => {
      const { registerEndpoint, app, database } = server;
      serveSharing(registerEndpoint, app, database, { ...config, readLimiter, rateLimiter, cardThread });
      startShortAddresses(server);
      serveRooms(registerEndpoint, database, { ...surveySettings, events });
    },
  },
  {
    name: "retention",
    start: ({ config, events, record, countedAddressKeys, afterDeletion, ...server }) =>
      startRetention(server, { ...config, events, record, countedAddressKey: countedAddressKeys[0], afterDeletion }),
  },
  { name: "ops", start: startOps },
  { name: "pages", start: startPages },
];

function startHttp({ app, config, database, jobs, responseCache, readLimiter }: AppParts): void {
  serveHealth(app, database);
  serveDocs(app, { ...config, responseCache, readLimiter });
  serveSecurityTxt(app, config);
  jobs.everyHour("removing expired rate limit counts", () => removeExpiredRateLimits(database));
}

async function startMail(parts: AppParts): Promise<void> {
  const { app, config, database, invitationTokens, record, hashAddress, publicUrl } = parts;
  startMailer(parts, {
    ...config,
    ...createInvitationLinks(database, { tokens: invitationTokens, record, publicUrl }),
    unsubscribeUrl: parts.unsubscriber.urlFor,
    signUpLink: parts.signInParts.signUpLinks.linkFor,
    ...createEmailParts(database, { ...config, hashAddress }),
    transport: await openTransport(app, config),
    pollMs: parts.mailPollMs,
  });
}

/** The mail server; in a sandbox without one, a folder whose emails can be read; otherwise null. */
async function openTransport(app: FastifyInstance, config: AppConfig): Promise<Transport | null> {
  if (config.smtpUrl !== null) return smtpTransport(config.smtpUrl, config.smtpCa);
  if (!config.sandbox) return null;
  return (await import("./sandbox/sandbox.ts")).openSandboxMail(app, config);
}

async function startSessions(parts: AppParts): Promise<void> {
  const { app, config, database, signInParts, apiBase, invalidateRole } = parts;
  startSigningIn(parts, {
    ...signInParts,
    providers: await openProviders(app, config),
    apiBase,
    setRole: async (userId, role) => {
      const change = await setUserRole(database, userId, role, "setting");
      if (change === "changed") await invalidateRole(userId);
      return change;
    },
  });
}

/** The configured OIDC providers; in a sandbox with a stand-in for each missing one. */
async function openProviders(app: FastifyInstance, config: AppConfig): Promise<OidcProvider[]> {
  const real = configuredProviders(config);
  if (!config.sandbox || config.oidc?.isOnly) return real;
  const { openSandboxProviders } = await import("./sandbox/sandbox.ts");
  return [...real, ...(await openSandboxProviders(app, config))];
}

function startUsers({ app, registerEndpoint, database, store, ...effects }: AppParts): void {
  const { invalidateUser, invalidateNaming, invalidateRole, cancelPaymentsOf } = effects;
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
}

function startVotes(parts: AppParts): void {
  const { config, registerEndpoint, database, casting, record, countedAddressKeys } = parts;
  const { voteCookies, rateLimiter, registerSse, totalsFeed } = parts;
  const { registration, voters } = config;
  serveVotes(registerEndpoint, database, { ...casting, record, registration, voters, countedAddressKeys });
  serveInvitedVotes(registerEndpoint, database, casting);
  startLinkVotes(parts, {
    ...config,
    ...casting,
    voteCookies,
    origins: config,
    rateLimiter,
  });
  serveComments(registerEndpoint, database, record);
  serveLive({ registerSse, registerEndpoint, totalsFeed, database });
}

function startOps(parts: AppParts): void {
  const { config, registerEndpoint, database, jobs, metrics, invitationTokens, writability } = parts;
  serveFailedWork(registerEndpoint, database);
  const databaseUrls = config.databaseUrl ? serverUrls(config.databaseUrl) : [];
  startOperations(parts, { ...config, writability, codeKeys: invitationTokens.codeKeys, databaseUrls });
  serveSetup(registerEndpoint, database, config);
  if (!metrics) return;
  jobs.everyHour("recounting the votes", () => metrics.recount(database, recount));
  jobs.runRepeatedly("measuring the queues", QUEUES_MEASURED_MS, () => metrics.measureQueues(database));
  jobs.runRepeatedly("measuring the disk and the last backup", HOST_MEASURED_MS, () =>
    metrics.measureHost(config.dataDir),
  );
  jobs.everyHour("reading the certificates", () => metrics.measureCertificates({ ...config, databaseUrls }));
}

/** Serves the pages, and the short addresses, which open some of them. */
async function startPages(parts: AppParts): Promise<void> {
  const { app, config, database, rateLimiter, responseCache, readLimiter, readerLanguage, wrongCodes } = parts;
  if (!config.pages) return;
  const sendPage = await serveRenderedPages(app, {
    ...config,
    responseCache,
    readLimiter,
    readerLanguage,
    admitSearch: rateLimiter?.(`GET ${listPublishedSurveys.path}`, listPublishedSurveys.rateLimit, true),
    settings: pageSettings(config),
    languageOfEmbed: async (id, reader) => {
      const survey = await findSurvey(database.forLists, id, null);
      return survey ? languageAround(survey, reader, config.languages) : reader;
    },
  });
  openShortAddresses(app, database, { sendPage, readLimiter, wrongCodes });
}
