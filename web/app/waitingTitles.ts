import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as listTexts from "@survey-app/texts/listTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";

/**
 * The titles of documents from the server where the page sets its own from its data: the server doesn't know what the
 * reader may see. Keyed by the routes' paths, but not part of the routes, because only the server needs them.
 */
export const waitingTitles: Readonly<Record<string, string>> = {
  "/dashboard/lists/:id": listTexts.title,
  "/dashboard/meetings/:id": hostTexts.title,
  "/dashboard/meetings/:id/people": hostTexts.title,
  "/dashboard/surveyor/surveys/:id": pageTexts.surveyResponses,
  "/dashboard/surveys/:id": pageTexts.surveyResponses,
  "/dashboard/surveys/:id/people": pageTexts.dashboard,
  "/dashboard/surveys/:id/share": pageTexts.dashboard,
  "/dashboard/surveys/:id/settings": pageTexts.dashboard,
  "/vote/:id": pageTexts.vote,
};
