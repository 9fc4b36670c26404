import { formatCount } from "@survey-app/contract/formatCount.ts";

/** The texts of the chart of votes over time. */

export const heading = "Votes over time";
export const view = "What the chart shows";
export const views = { votes: "Votes", share: "% yes" } as const;
export const yes = "Yes";
export const no = "No";
export const voted = "Voted";
export const shareOfYes = (share: string) => `${share} yes`;
export const slider = "Day in the chart";
export const hint = "Days end at midnight UTC. Point at or touch the chart, or use the arrow keys, to see each day.";
/** The totals at the end of a day, for screen readers. */
export const totals = (day: string, yes: number, no: number, share: string) =>
  `${day}: ${formatCount(yes)} yes, ${formatCount(no)} no, ${share} yes`;
/** The same while the answers are hidden. */
export const turnout = (day: string, voted: number) => `${day}: ${formatCount(voted)} voted`;
export const showTable = "Show as table";
export const tableName = "Votes by day";
export const tableCaption = "Added up to the end of each day (UTC)";
export const day = "Day";
export const total = "Total";
