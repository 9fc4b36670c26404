/** The texts of the layout and of its loading, offline and error states: every page loads them. */

export const brand = "Survey App";
export const pageTitle = (page: string) => `Survey App || ${page}`;
export const skip = "Skip to content";
export const ask = "Ask a question";
export const pageNotFound = "Page not found";
export const aboutSite = "About this site";
export const feed = "New surveys and results";
export const feedLink = "Feed";
/** To the page for people who only have the code of a short address. */
export const enterCode = "Enter a code";
export const contact = "Contact";
export const privacy = "Privacy";
export const terms = "Terms";
export const sessionEnded =
  "Your session has ended, so you were signed out. Sign in again to continue where you left off.";
export const tryAgain = "Try again";
export const busy = "The service is busy. Try again in a moment.";
export const unexpected = "Something went wrong.";
export const noConnection = "We couldn't reach the server. Check your network and try again.";
export const notSent = "You're offline, so nothing was sent. Try again when you're back online.";
export const outcomeUnknown =
  "We couldn't reach the server, so we don't know whether this was done. Check before you try again.";
export const stillSignedIn = "We couldn't reach the server, so you're still signed in. Try again.";
export const noAccess = "Your account doesn't have access to that anymore, so you were signed out.";
export const offlineBanner = "You're offline. What you type stays here. You can send it when you're back online.";
export const outOfDate = "We couldn't reach the server. What you see may be out of date.";
export const offlineTitle = "You're offline";
export const offlineText = "This page loads when you're back online.";
export const otherRole = "You don't have access to this page";
export const otherRoleText = (allowed: readonly string[], role: string) =>
  `It is for the role ${allowed.join(" or ")}. You are signed in as ${role}.`;
export const toDashboard = "Go to your dashboard";
export const pageNotFoundText = "Check the URL for typos. The page may have been removed.";
export const failed = "This page could not be loaded";
export const failedText = "Something went wrong on our side. Try again in a moment.";

// The top bar.
/** "Ask a question" in two parts: on a phone only the first is visible. */
export const askStart = "Ask";
export const askRest = "a question";
export const homePage = `${brand}, home page`;
// Spec §2, to the letter.
export const menu = "Menu";
export const profile = "Your profile";
export const ownVotes = "My votes";
export const login = "Login";
export const signup = "Signup";
export const logOut = "LogOut";
export const loadingSession = "Checking your sign-in";
export const mainMenu = "Main";
export const system = "System";
export const light = "Light";
export const dark = "Dark";
export const themeName = (theme: string) => `Theme: ${theme}`;
export const themeLabel = (theme: string, next: string) => `Theme: ${theme}. Switch to ${next.toLowerCase()}`;

// The footer (spec §1).
export const stayConnected = "Stay connected with us:";
export const networks = {
  social: "Social network",
  professional: "Professional network",
  code: "Code hosting",
} as const;
export const newTab = (network: string, host: string) => `${network}: ${host} (opens in a new tab)`;
export const copyright = (year: number) => `© ${year} ${brand}. All rights reserved.`;

// The dashboard.
export const dashboard = "Dashboard";
export const ownActivity = "Your own activity";
