import type { PageSettings } from "@survey-app/contract/pageSettings.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import * as seriesTexts from "@survey-app/texts/seriesTexts.ts";
import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { loadDeferred } from "../api/deferred.tsx";
import type { PageProps } from "../routing/page.ts";
import { loadUnpublication } from "../surveys/moderation.queries.ts";
import {
  latestSurveys,
  listedSurveys,
  mostVotedSurveys,
  oneSurvey,
  readListingFilter,
  surveyHistory,
} from "../surveys/surveys.queries.ts";
import { surveyComments } from "../votes/comments.queries.ts";
import { VISITOR } from "../votes/useVotesReader.ts";
import { surveyVotes } from "../votes/votes.queries.ts";
import { dashboardRoutes } from "./dashboardRoutes.ts";
import { firstPages } from "./firstPages.ts";
import type { Route } from "./route.ts";

/** The first data of pages that few people open first. The code that fetches it is loaded only then. */
const rare =
  (name: keyof typeof import("./rareData.ts")): Route["preload"] =>
  (context) => [import("./rareData.ts").then((data) => data[name](context))];

/** Every route. Any other URL is the 404 page. */
export const routes: readonly Route[] = [
  {
    path: "/",
    title: pageTexts.home,
    page: "HomePage",
    preload: ({ client }) => [client.fetchQuery(mostVotedSurveys()), client.fetchQuery(latestSurveys())],
  },
  {
    path: "/surveysPages",
    title: pageTexts.allSurveysLink,
    page: "SurveysPage",
    preload: ({ client, search }) => [client.fetchInfiniteQuery(listedSurveys(readListingFilter(search)))],
  },
  { path: "/ask", title: frameTexts.ask, page: "AskPage" },
  {
    path: "/surveydetails/:id",
    title: null,
    page: "SurveyDetailsPage",
    preload: ({ client, params: { id = "" } }) => {
      const survey = client.fetchQuery(oneSurvey(id, null));
      return [
        survey.catch((missing) => loadUnpublication(client, id, missing)),
        client.fetchInfiniteQuery(surveyVotes(id, VISITOR)),
        // Optional: the page renders without these.
        client.prefetchInfiniteQuery(surveyComments(id, VISITOR)),
        survey.then((loaded) => client.prefetchQuery(surveyHistory(loaded, null))),
      ];
    },
  },
  {
    path: "/surveys/:id/results",
    title: null,
    page: "SurveyResultsPage",
    preload: rare("results"),
  },
  {
    path: "/series/:survey",
    title: seriesTexts.title,
    page: "SurveySeriesPage",
    preload: rare("series"),
    isUnlisted: true,
  },
  {
    path: "/surveys/:id/present",
    title: null,
    page: "PresentPage",
    preload: rare("shared"),
    isUnlisted: true,
  },
  { path: "/surveys/:id/lead", title: null, page: "LeadPage", access: "signedIn", takesGuests: true },
  {
    path: "/rooms/:survey",
    title: roomTexts.summaryTitle,
    page: "RoomPage",
    preload: rare("room"),
    isUnlisted: true,
  },
  {
    path: "/meetings/:meeting",
    title: null,
    page: "MeetingRoomPage",
    preload: rare("meeting"),
    isUnlisted: true,
  },
  {
    path: "/meetings/:meeting/wall",
    title: null,
    page: "MeetingWallPage",
    preload: rare("meeting"),
    isUnlisted: true,
  },
  {
    path: "/meetings/:meeting/record",
    title: null,
    page: "RecordPage",
    preload: rare("meetingRecord"),
    isUnlisted: true,
  },
  { path: "/surveys/:id/flyer", title: null, page: "FlyerPage", preload: rare("shared"), isUnlisted: true },
  { path: "/v", title: frameTexts.enterCode, page: "ShortAddressPage" },
  { path: "/v/:code", title: frameTexts.enterCode, page: "ShortAddressPage", isUnlisted: true },
  { path: "/w/:code", title: frameTexts.enterCode, page: "ShortAddressPage", isUnlisted: true },
  { path: "/check", title: pageTexts.checkResult, page: "CheckPage" },
  { path: "/vote/:id", title: null, page: "VotePage", access: "signedIn" },
  {
    path: "/surveys",
    title: pageTexts.ownSurveys,
    page: "OwnSurveysTablePage",
    access: ["surveyor", "admin"],
  },
  { path: "/i", title: pageTexts.invitation, page: "InvitationPage", isUnlisted: true },
  { path: "/membarShip", title: pageTexts.membership, page: "MembershipPage" },
  { path: "/payment", title: pageTexts.payment, page: "PaymentPage", access: "signedIn", chargesCards: true },
  { path: "/profile", title: pageTexts.profile, page: "ProfilePage", access: "signedIn" },
  { path: "/login", title: pageTexts.login, page: "LoginPage" },
  { path: "/signup", title: pageTexts.signup, page: "SignupPage" },
  { path: "/contact", title: frameTexts.contact, page: "ContactPage" },
  {
    path: "/privacy",
    title: frameTexts.privacy,
    page: "PrivacyPage",
    preload: rare("privacy"),
  },
  {
    path: "/terms",
    title: frameTexts.terms,
    page: "TermsPage",
    preload: rare("terms"),
  },
  {
    path: "/accessibility",
    title: frameTexts.accessibility,
    page: "AccessibilityPage",
    preload: rare("accessibility"),
  },
  { path: "/forgot-password", title: pageTexts.forgotPassword, page: "ForgotPasswordPage" },
  { path: "/reset-password", title: pageTexts.newPassword, page: "ResetPasswordPage", isUnlisted: true },
  { path: "/verify-email", title: pageTexts.confirmAddress, page: "VerifyEmailPage", isUnlisted: true },
  { path: "/unsubscribe", title: pageTexts.stopEmails, page: "UnsubscribePage", isUnlisted: true },
  { path: "/sandbox/ui", title: null, page: "ComponentsPage", isUnlisted: true },
  ...dashboardRoutes,
];

export interface RouteMatch {
  route: Route;
  params: Record<string, string>;
}

export function findRoute(path: string): RouteMatch | null {
  const parts = path.replace(/(?<=.)\/$/, "").split("/");
  for (const route of routes) {
    const params = matchParts(route.path.split("/"), parts);
    if (params) return { route, params };
  }
  return null;
}

function matchParts(pattern: string[], parts: string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, want] of pattern.entries()) {
    const part = parts[index] ?? "";
    // Ids are plain text; a parameter that needs decoding is not valid.
    if (want.startsWith(":") && /^[\w-]{1,64}$/.test(part)) params[want.slice(1)] = part;
    else if (want.toLowerCase() !== part.toLowerCase()) return null;
  }
  return params;
}

/**
 * Whether the page at `path` loads Stripe's script: it has its own content security policy, so it needs its own
 * document.
 */
export function loadsStripe(path: string, { payments }: Pick<PageSettings, "payments">): boolean {
  return payments.by === "stripe" && findRoute(path)?.route.chargesCards === true;
}

const components = new Map<string | undefined, unknown>();

/** Loads the page's code, once, without its deferred parts. */
export async function loadFirstScreen({ page, frame }: Route): Promise<void> {
  const load = async (name: string) => {
    if (components.has(name)) return;
    const { load } = firstPages.get(name) ?? (await import("./allPages.ts")).allPages.get(name) ?? {};
    components.set(name, (await load?.())?.[name]);
  };
  await Promise.all([page, ...(frame ? [frame] : [])].map(load));
}

/** Loads all of the page's code, once. */
export async function loadPage(route: Route): Promise<void> {
  await loadFirstScreen(route);
  await loadDeferred();
}

/** The page's component and its layout, if their code is loaded. */
export function loadedPage({ page, frame }: Route) {
  return {
    Page: components.get(page) as ComponentType<PageProps> | undefined,
    Frame: components.get(frame) as ComponentType<{ children: ReactNode }> | undefined,
  };
}

/** Prefetches code and data of the page at `url` (path and query string). */
export function prefetchPage(url: string, client: QueryClient): Promise<unknown> {
  const [path = "/", search = ""] = url.split("?");
  const match = findRoute(path);
  if (!match) return Promise.resolve();
  const { route, params } = match;
  const data = route.preload?.({ client, params, search: new URLSearchParams(search) }) ?? [];
  // A failed prefetch is retried, and reported, when the page is shown.
  for (const each of data) each.catch(() => undefined);
  return loadPage(route);
}
