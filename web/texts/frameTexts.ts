/** The texts of the layout and of its loading, offline and error states: every page loads them. */
export const frameTexts = {
  brand: "Survey App",
  pageTitle: (page: string) => `Survey App || ${page}`,
  skip: "Skip to the content",
  ask: "Ask a question",
  menu: "Menu",
  profile: "Your profile",
  ownVotes: "My votes",
  dashboard: "Dashboard",
  pageNotFound: "Page not found",
  aboutSite: "About this site",
  contact: "Contact",
  privacy: "Privacy",
  terms: "Terms",
  sessionEnded: "Your session has ended, so you were signed out. Sign in again and go on where you were.",
  tryAgain: "Try again",
  noConnection: "We couldn't reach the server. Check your network and try again.",
  notSent: "You're offline, so nothing was sent. Try again when you're back online.",
  outcomeUnknown: "We couldn't reach the server, so we don't know whether this was done. Check before you try again.",
  stillSignedIn: "We couldn't reach the server, so you're still signed in. Try again.",
  noAccess: "Your account doesn't have access to that any more, so you were signed out.",
  offlineBanner: "You're offline. What you type stays here. You can send it when you're back online.",
  outOfDate: "We couldn't reach the server. What you see may be out of date.",
  offline: {
    title: "You're offline",
    text: "This page loads when you're back online.",
  },
  otherRole: {
    title: "You don't have access to this page",
    text: (allowed: readonly string[], role: string) =>
      `It is for the role ${allowed.join(" or ")}. You are signed in as ${role}.`,
    action: "Go to your dashboard",
  },
  notFound: {
    text: "Check the address for typos. The page may have been removed.",
    action: "Home",
  },
  failed: {
    title: "This page could not be loaded",
    text: "Something went wrong on our side. Try again in a moment.",
  },
} as const;
