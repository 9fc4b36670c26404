import { CATEGORIES, type Category } from "@survey-app/contract/surveys/surveyFields.ts";
import { inLanguage, languageAround } from "@survey-app/contract/surveys/translations.ts";
import { id as surveyId } from "@survey-app/contract/text/text.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import type { AppConfig } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import type { PublicText } from "../http/publicText.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { wordsIn } from "../words/wordsIn.ts";
import { toEntry } from "./feedEntry.ts";
import { type FeedScope, readFeedEvents } from "./feedEvents.sql.ts";
import { type Feed, type FeedFormat, feedTypes, renderFeed } from "./feedFormats.ts";
import { serveSitemap } from "./sitemap.ts";

const FORMATS: FeedFormat[] = ["atom", "json"];

/**
 * Serves feeds of what happened to all surveys, to those of a category, and to one survey, as visitors see them; also
 * the sitemap.
 */
export function serveFeeds(
  serveText: (text: PublicText) => void,
  database: Database,
  { publicUrl, languages, site }: Pick<AppConfig, "publicUrl" | "languages" | "site">,
): void {
  serveSitemap(serveText, database, publicUrl);
  for (const format of FORMATS) {
    const type = feedTypes[format];
    const render = async (feed: Omit<Feed, "entries" | "language">, scope: FeedScope, language: Language) => {
      const events = await readFeedEvents(database, scope);
      const entries = events.map(async (event) => {
        const around = languageAround(event, language, languages);
        return toEntry(event, { words: await wordsIn(around), language: around }, publicUrl);
      });
      return renderFeed({ ...feed, language, entries: await Promise.all(entries) }, format);
    };
    serveText({
      path: `/feed.${format}`,
      type,
      parse: ({ query }) => {
        const { category } = query as { category?: unknown };
        if (category !== undefined && !isCategory(category)) return null;
        const search = category ? `?${new URLSearchParams({ category })}` : "";
        const make = async (language: Language) => {
          const feed = {
            title: category ? (await wordsIn(language)).titleOfCategory(site.name, category) : site.name,
            url: `${publicUrl}/surveysPages${search}`,
            self: (format: FeedFormat) => `${publicUrl}/feed.${format}${search}`,
          };
          return render(feed, { category }, language);
        };
        return { key: category ?? "", about: null, make };
      },
    });
    serveText({
      path: `/surveys/:id/feed.${format}`,
      type,
      parse: ({ params }) => {
        const { id } = params as { id: string };
        if (!surveyId.safeParse(id).success) return null;
        const make = async (language: Language) => {
          const survey = await findSurvey(database, id, null);
          // Feed readers would show its words without saying that no one has reviewed them.
          if (!survey || survey.unreviewed) return null;
          const { Title, language: titleLanguage } = inLanguage(survey, language);
          const feed = {
            title: Title,
            titleLanguage,
            url: `${publicUrl}/surveydetails/${id}`,
            self: (format: FeedFormat) => `${publicUrl}/surveys/${id}/feed.${format}`,
          };
          return render(feed, { surveyId: id }, language);
        };
        return { key: id, about: id, make };
      },
    });
  }
}

const isCategory = (value: unknown): value is Category =>
  typeof value === "string" && (CATEGORIES as readonly string[]).includes(value);
