import { describeFinalResult, describeHead, type FinalResult } from "@survey-app/contract/labelText.ts";
import { CATEGORIES, type Category } from "@survey-app/contract/surveys.ts";
import { shortDay } from "@survey-app/contract/time.ts";
import { toIso } from "../database/toIso.ts";
import type { FeedEvent } from "./feedEvents.sql.ts";
import type { FeedEntry } from "./feedFormats.ts";

/** An event as an entry of a feed. While voting is open it has no numbers, because readers keep what they have read. */
export function toEntry(event: FeedEvent, publicUrl: string): FeedEntry {
  const { kind, at, surveyId, category, author } = event;
  const page = kind === "closed" ? `/surveys/${surveyId}/results` : `/surveydetails/${surveyId}`;
  return {
    // Publication and close happen once; notes and outcomes of a survey are told apart by their time.
    id: `urn:survey-app:${surveyId}:${kind}${kind === "note" || kind === "outcome" ? `:${at}` : ""}`,
    at,
    ...wordsOf(event),
    url: publicUrl + page,
    category: CATEGORIES[category as Category],
    author,
  };
}

function wordsOf(event: FeedEvent): Pick<FeedEntry, "title" | "text"> {
  const { kind, title, text } = event;
  switch (kind) {
    case "published":
      return { title, text: [text, untilWhen(event)].filter(Boolean).join("\n\n") };
    case "closed":
      return { title: `Result: ${title}`, text: resultText(finalResult(event)) };
    case "note":
      return { title: `Note on: ${title}`, text };
    case "outcome":
      return { title: `What was decided: ${title}`, text };
  }
}

const untilWhen = ({ ends_at }: FeedEvent) =>
  ends_at === null ? "" : `Voting ends on ${shortDay(ends_at, "UTC")} (UTC).`;

function finalResult({ head, opened_at, at, ends_at, ...event }: FeedEvent): FinalResult {
  const asked = { from: toIso(opened_at), to: toIso(at) };
  return { ...event, asked, deadline: toIso(ends_at), head: head ?? "" };
}

const resultText = (result: FinalResult) => [...describeFinalResult(result), describeHead(result)].join("\n\n");
