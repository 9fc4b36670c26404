import { formatCount } from "@survey-app/contract/formatCount.ts";

/** The texts of the chart of votes over time. */
export const historyTexts = {
  heading: "Votes over time",
  view: "What the chart shows",
  votes: "Votes",
  share: "% yes",
  yes: "Yes",
  no: "No",
  shareOfYes: (share: string) => `${share} yes`,
  slider: "Day in the chart",
  hint: "Point at or touch the chart, or use the arrow keys, to see each day.",
  /** The totals at the end of a day, for screen readers. */
  totals: (day: string, yes: number, no: number, share: string) =>
    `${day}: ${formatCount(yes)} yes, ${formatCount(no)} no, ${share} yes`,
  showTable: "Show as table",
  tableName: "Votes by day",
  tableCaption: "Added up to the end of each day (UTC)",
  day: "Day",
  total: "Total",
} as const;
