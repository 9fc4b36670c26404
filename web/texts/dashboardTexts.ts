/** The texts of the dashboard's first page. */
export const dashboardTexts = {
  title: "Overview",
  numbers: "Numbers",
  signedInAs: (role: string) => `You are signed in as ${role}.`,
  admin: {
    reported: "Reported surveys",
    waiting: "Surveys awaiting review",
    users: "Users",
    collected: "Collected (net of refunds)",
  },
  surveyor: {
    votes: "Votes on running surveys",
    today: (count: string) => `${count} today (UTC)`,
    running: "Surveys running",
    waiting: "Surveys awaiting review",
    sentBack: "Surveys sent back",
    ended: "Surveys ended",
  },
  voter: {
    cast: "Votes cast",
    open: "Running surveys without your vote",
    atLeast: (count: string) => `${count}+`,
  },
} as const;
