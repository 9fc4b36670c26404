import type { Category } from "@survey-app/contract/surveys/surveyFields.ts";
import { inLanguage } from "@survey-app/contract/surveys/translations.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import type { FeedNews } from "../words/feedWords.ts";
import type { Words } from "../words/wordsIn.ts";
import type { FeedEvent } from "./feedEvents.sql.ts";
import type { FeedEntry } from "./feedFormats.ts";

/**
 * An event as an entry of a feed. It doesn't have numbers while voting is open, because feed readers keep entries.
 * @param wording the words of the entry, and their language
 */
export function toEntry(
  event: FeedEvent,
  { words, language }: { words: Words; language: Language },
  publicUrl: string,
): FeedEntry {
  const { kind, at, surveyId, category, author } = event;
  const page = kind === "closed" ? `/surveys/${surveyId}/results` : `/surveydetails/${surveyId}`;
  const asked = inLanguage({ ...event, Title: event.title, Description: event.text }, language);
  return {
    // Publication and close happen once; a survey's notes and outcomes are distinguished by their time.
    id: `urn:survey-app:${surveyId}:${kind}${kind === "note" || kind === "outcome" ? `:${at}` : ""}`,
    at,
    ...words.wordEntry(newsOf({ ...event, title: asked.Title, text: asked.Description, imageAlt: asked.imageAlt })),
    language: asked.language,
    url: publicUrl + page,
    category: words.nameOfCategory(category as Category),
    author,
  };
}

function newsOf(event: FeedEvent): FeedNews {
  const { title, text, imageAlt, endsAt } = event;
  if (event.kind === "closed") return { kind: event.kind, title, result: event.result };
  if (event.kind === "published")
    return { kind: event.kind, title, description: text, picture: imageAlt ?? "", endsAt };
  return { kind: event.kind, title, text };
}
