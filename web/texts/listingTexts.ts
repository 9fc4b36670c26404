import { plural } from "@survey-app/contract/formatCount.ts";

/** The texts of the list of all surveys. */

export const states = { "": "All", open: "Open", ended: "Ended", unvoted: "Not voted yet" };
export const statesLabel = "Show";
export const searching = "Searching …";
/** "12 results for “coffee”" */
export const results = (count: string, query: string) => `${plural(count, "result")} for “${query}”`;
export const surveys = (count: string) => plural(count, "survey");
export const noneSoFar = "No results so far. There are more surveys to search.";
export const searchFurther = "Search further";
export const showAll = "Show all surveys";
export const searchAll = "Search all surveys";
export const noResults = {
  title: (query: string) => `No results for “${query}”`,
  text: "Check the spelling, or try another word.",
  narrowed: "Your search leaves out some surveys: choose all categories and states, or try another word.",
} as const;
export const allVoted = {
  title: "You have voted on every open survey",
  text: "New surveys will appear here.",
} as const;
export const empty = {
  title: "No surveys match these filters",
  text: "Choose another category or state.",
} as const;
export const allCategories = "All categories";
export const orders = {
  "": "Newest first",
  "votes.desc": "Most votes first",
  "votes.asc": "Fewest votes first",
  "deadline.asc": "Ending soonest first",
  "deadline.desc": "Ending latest first",
  "newest.asc": "Oldest first",
} as const;
export const searchLabel = "Search in titles and descriptions";
export const searchSurveys = "Search surveys";
export const category = "Category";
export const sort = "Sort";
