import type { Survey } from "@survey-app/contract/surveys/surveys.ts";

/** Whether search engines may show a survey's pages: it is in public lists, and someone vouches for it. */
export const isForSearchEngines = ({ listed, unreviewed }: Pick<Survey, "listed" | "unreviewed">): boolean =>
  listed && !unreviewed;
