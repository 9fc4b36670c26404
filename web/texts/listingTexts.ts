/** The texts of the list of all surveys. */
export const listingTexts = {
  states: { "": "All", open: "Open", ended: "Ended", unvoted: "Not voted yet" },
  statesLabel: "Show",
  searching: "Searching …",
  /** "12 results for “coffee”" */
  results: (count: string, query: string) => `${count} ${count === "1" ? "result" : "results"} for “${query}”`,
  surveys: (count: string) => `${count} ${count === "1" ? "survey" : "surveys"}`,
  noneSoFar: "No results so far. There are more surveys to search.",
  searchFurther: "Search further",
  showAll: "Show all surveys",
  noResults: {
    title: (query: string) => `No results for “${query}”`,
    text: "Check the spelling, or try another word.",
  },
  allVoted: {
    title: "You have voted on every open survey",
    text: "New surveys will appear here.",
  },
  empty: {
    title: "No surveys match these filters",
    text: "Choose another category or state.",
  },
} as const;
