/** What the frame around all pages says, and what stands in a page's place: no page loads without these. */
export const frameTexts = {
  brand: "Survey App",
  pageTitle: (page: string) => `Survey App || ${page}`,
  skip: "Skip to the content",
  pageNotFound: "Page not found",
  sessionEnded: "Your session has ended, so you were signed out. Sign in again and go on where you were.",
  tryAgain: "Try again",
  noConnection: "There is no connection to the server. Check your network and try again.",
  otherRole: {
    title: "This page is for somebody else",
    text: (allowed: readonly string[], role: string) =>
      `It is for the role ${allowed.join(" or ")}, and you are signed in as ${role}. Nothing was changed.`,
    action: "To your dashboard",
  },
  notFound: {
    text: "The address may be mistyped, or what was here has been taken down.",
    action: "Home",
  },
  failed: {
    title: "This page could not be loaded",
    text: "The service did not answer as it should. Nothing that you did is lost; please try again in a moment.",
  },
} as const;
