import type { FinalResult } from "@survey-app/contract/labelText.ts";
import type { Category } from "@survey-app/contract/surveyFields.ts";
import { inLanguage } from "@survey-app/contract/translations.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import { toIso } from "../database/toIso.ts";
import type { FeedNews } from "../words/feedWords.ts";
import type { Words } from "../words/wordsIn.ts";
import type { FeedEvent } from "./feedEvents.sql.ts";
import type { FeedEntry } from "./feedFormats.ts";

/**
 * An event as an entry of a feed. While voting is open it has no numbers, because readers keep what they have read.
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
    // Publication and close happen once; notes and outcomes of a survey are told apart by their time.
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
  const { kind, title, text, imageAlt } = event;
  if (kind === "published") return { kind, title, description: text, picture: imageAlt ?? "", endsAt: event.ends_at };
  if (kind === "closed") return { kind, title, result: finalResult(event) };
  return { kind, title, text };
}

function finalResult({ head, opened_at, at, ends_at, ...event }: FeedEvent): FinalResult {
  const asked = { from: toIso(opened_at), to: toIso(at) };
  return { ...event, asked, deadline: toIso(ends_at), head: head ?? "" };
}
