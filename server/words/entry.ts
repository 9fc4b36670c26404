/**
 * All texts that the server writes for people: functions of plain data that return texts. This file is bundled once for
 * each language, so the files below it must not keep state or use a database, a request or a file.
 */
export { minutesText } from "@survey-app/contract/meetings/minutesText.ts";
export { surveyMinutes } from "@survey-app/contract/results/surveyMinutes.ts";
export { closedCard, runningCard, unreviewedCard } from "./cardContent.ts";
export { nameOfCategory, titleOfCategory, wordEntry } from "./feedWords.ts";
export { legalText } from "./legalText.ts";
export { notStoredPage, pickedPage, votedPage } from "./linkVotePages.ts";
export { renderBundle } from "./mail/bundles.ts";
export { layOutEmail } from "./mail/layout.ts";
export { renderTemplate } from "./mail/templates.ts";
export { notLoadedPage } from "./plainPages.ts";
