/** The texts of the dashboard's first page. */

export const title = "Overview";
export const numbers = "Numbers";
export const signedInAs = (role: string) => `You are signed in as ${role}.`;
export const admin = {
  reported: "Reported surveys",
  waiting: "Surveys awaiting review",
  users: "Users",
  collected: "Collected (net of refunds)",
} as const;
export const surveyor = {
  votes: "Votes on running surveys",
  today: (count: string) => `${count} today (UTC)`,
  running: "Surveys running",
  waiting: "Surveys awaiting review",
  sentBack: "Sent back or unpublished",
  ended: "Surveys ended",
} as const;
export const voter = {
  cast: "Votes cast",
  open: "Running surveys without your vote",
  atLeast: (count: string) => `${count}+`,
} as const;
