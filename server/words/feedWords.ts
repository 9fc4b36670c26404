import { describeFinalResult, describeHead, type FinalResult } from "@survey-app/contract/results/resultLabelText.ts";
import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import type { Category } from "@survey-app/contract/surveys/surveyFields.ts";
import { dayMonthYear } from "@survey-app/contract/text/time.ts";
import * as feedTexts from "@survey-app/texts/feedTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";

/** A piece of news about a survey. `picture`: its description, "" without one. `endsAt`: in milliseconds since 1970. */
export type FeedNews = { title: string } & (
  | { kind: "published"; description: string; picture: string; endsAt: number | null }
  | { kind: "closed"; result: FinalResult }
  /** `text`: the owner's. */
  | { kind: "note" | "outcome"; text: string }
);

/**
 * The title and the text of an entry. While voting is open it doesn't contain numbers, because readers keep what they
 * have read.
 */
export function wordEntry(news: FeedNews): { title: string; text: string } {
  const { title } = news;
  switch (news.kind) {
    case "published": {
      const ends = news.endsAt === null ? "" : feedTexts.endsOn(dayMonthYear(news.endsAt, "UTC"));
      const picture = news.picture && surveyWords.pictureShows(news.picture);
      return { title, text: [news.description, picture, ends].filter(Boolean).join("\n\n") };
    }
    case "closed": {
      const text = [...describeFinalResult(news.result), describeHead(news.result)].join("\n\n");
      return { title: feedTexts.result(title), text };
    }
    case "note":
      return { title: feedTexts.note(title), text: news.text };
    case "outcome":
      return { title: feedTexts.outcome(title), text: news.text };
  }
}

export const nameOfCategory = (category: Category): string => categoryNames[category];

/** The title of the feed of a category. */
export const titleOfCategory = (site: string, category: Category): string =>
  feedTexts.category(site, categoryNames[category]);
