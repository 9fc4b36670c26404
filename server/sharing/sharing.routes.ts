import * as sharing from "@survey-app/contract/sharing/sharing.ts";
import {
  CARD_SIZE,
  cardPath,
  cardVersion,
  EMBED_SIZE,
  embedCode,
  isEmbeddable,
} from "@survey-app/contract/sharing/sharing.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { inLanguage } from "@survey-app/contract/surveys/translations.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppConfig } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import { apiError } from "../http/apiError.ts";
import { clientNetworkOf, siteOf } from "../http/clientNetwork.ts";
import { createConcurrencyLimiter } from "../http/concurrency.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { lookOf } from "../http/pageSettings.ts";
import type { RateLimiter, ReadLimiter } from "../http/rateLimit.ts";
import { LANGUAGE_PARAMETER } from "../http/readerLanguage.ts";
import { findUnpublication } from "../moderation/moderation.sql.ts";
import { toFullSurvey } from "../surveys/fullSurvey.sql.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import type { CardContent } from "../words/cardContent.ts";
import { wordsIn } from "../words/wordsIn.ts";
import type { CardSite } from "./cardLayout.ts";
import { openCardStore } from "./cardStore.ts";
import type { CardThread } from "./cardThread.ts";

/** Cards that one network can have drawn: crawlers of large networks load each card once. */
const DRAWN = { max: 60, seconds: 60 };
/**
 * Cards that one network, or all networks of an IPv6 site, can have waiting. All cards wait in one queue of some six
 * seconds; without this limit one network could fill it, and others would not get a card.
 */
const WAITING = { perClient: 4, perSite: 8, retryAfter: 2 };
/**
 * The time for which social networks and browsers may keep a card, in seconds: an unpublished survey's card soon
 * disappears there, too.
 */
const CARD_MAX_AGE = 3600;
/** The time for which other sites may keep the response of `getOembed`, in seconds. */
const OEMBED_MAX_AGE = 3600;

interface SharingOptions {
  publicUrl: string;
  dataDir: string;
  site: AppConfig["site"];
  readLimiter: ReadLimiter;
  /** Null disables rate limits. */
  rateLimiter: RateLimiter | null;
  cardThread: CardThread;
  /** The languages that this installation offers, the default one first. */
  languages: readonly [Language, ...Language[]];
}

/** Serves a survey's card and its embedding to other sites. Both show a visitor's view. */
export function serveSharing(
  registerEndpoint: RegisterEndpoint,
  app: FastifyInstance,
  database: Database,
  { publicUrl, dataDir, site, readLimiter, rateLimiter, cardThread, languages }: SharingOptions,
): void {
  const cards = openCardStore(dataDir);
  const look = lookOf(site);
  const shownLook = shownOnCards(site);
  app.addHook("onClose", () => cardThread.close());
  const admitDrawing = rateLimiter?.("GET card", DRAWN, true);
  const takeSlot = rateLimiter ? createConcurrencyLimiter(WAITING) : () => () => {};

  app.get("/surveys/:id/card.png", async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    // The survey is read for each request: a card is only shown while its survey is.
    readLimiter.admit(request);
    const survey = await findSurvey(database, request.params.id, null);
    if (!survey)
      throw apiError((await findUnpublication(database, request.params.id, null)) ? "unpublished" : "notFound");
    const version = cardVersion(survey, look);
    reply.header("cross-origin-resource-policy", "cross-origin");
    // Any other version leads to the current one, at the cost of reading the survey.
    if ((request.query as { v?: unknown }).v !== version)
      return reply.header("cache-control", "no-cache").redirect(cardPath(survey, look));
    // One card for everyone: programs of other sites fetch it, not readers.
    const language = (!survey.unreviewed && languages.find((each) => each === survey.language)) || languages[0];
    const name = [...(survey.unreviewed ? [] : [survey._id]), version, language].join(".");
    const png = await cards.find(name, async () => {
      const release = takeSlot(clientNetworkOf(request.ip), reply.raw, siteOf(request.ip));
      // Also of a client that disconnects, only when the card is drawn: then it is stored for the next.
      try {
        await admitDrawing?.(request);
        return await cardThread.draw({ ...(await cardContent(database, survey, language)), site: shownLook });
      } finally {
        release();
      }
    });
    return reply.type("image/png").header("cache-control", `public, max-age=${CARD_MAX_AGE}`).send(Buffer.from(png));
  });

  registerEndpoint(sharing.getOembed, async ({ query: { url, maxwidth, maxheight } }) => {
    const found = await findSurvey(database, surveyAt(url, publicUrl), null);
    if (!found || !isEmbeddable(found)) throw apiError("notFound");
    // Not by the request's headers: it comes from a program, which shows the response to many readers.
    const asked = new URL(url).searchParams.get(LANGUAGE_PARAMETER);
    const language = languages.find((each) => each === asked);
    const survey = language ? inLanguage(found, language) : found;
    const width = Math.min(maxwidth ?? EMBED_SIZE.width, EMBED_SIZE.width);
    const height = Math.min(maxheight ?? EMBED_SIZE.height, EMBED_SIZE.height);
    // Other sites show it in their own pages.
    const shown = survey.unreviewed ? await unreviewed(language ?? languages[0]) : survey;
    return {
      version: "1.0" as const,
      type: "rich" as const,
      title: shown.Title,
      provider_name: site.name,
      provider_url: publicUrl,
      cache_age: OEMBED_MAX_AGE,
      html: embedCode(publicUrl, { ...shown, _id: survey._id }, { width, height }),
      width,
      height,
      thumbnail_url: publicUrl + cardPath(survey, look),
      thumbnail_width: CARD_SIZE.width,
      thumbnail_height: CARD_SIZE.height,
    };
  });
}

/** The text in place of the question of a survey that no one vouches for. */
async function unreviewed(language: Language): Promise<Pick<Survey, "Title" | "language">> {
  const words = await wordsIn(language);
  return { Title: words.unreviewedCard.title, language };
}

/** The content of a survey's card for a visitor, in a language. */
async function cardContent(database: Database, survey: Survey, language: Language): Promise<CardContent> {
  const words = await wordsIn(language);
  if (survey.unreviewed) return words.unreviewedCard;
  return survey.closedAt === null ? words.runningCard(survey) : words.closedCard(await toFullSurvey(database, survey));
}

/** The site as cards show it. */
function shownOnCards({ name, logo }: AppConfig["site"]): CardSite {
  const shown = logo && {
    src: `data:${logo.type};base64,${logo.bytes.toString("base64")}`,
    ratio: logo.width / logo.height,
  };
  return { name, logo: shown };
}

/** The id of the survey that a page's URL is about; "" for any other URL. */
function surveyAt(url: string, publicUrl: string): string {
  const { origin, pathname } = new URL(url);
  if (origin !== publicUrl) return "";
  return /^\/(?:surveydetails|vote|surveys|embed\/surveys)\/([\w-]{1,64})(?:\/\w+)?\/?$/i.exec(pathname)?.[1] ?? "";
}
