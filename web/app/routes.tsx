import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { loadDeferred } from "../api/deferred.tsx";
import type { Settings } from "../api/state.ts";
import { legalText } from "../legal/legal.queries.ts";
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
import * as frameTexts from "../texts/frameTexts.ts";
import * as pageTexts from "../texts/pageTexts.ts";
import { surveyComments } from "../votes/comments.queries.ts";
import { surveyVotes } from "../votes/votes.queries.ts";
import { dashboardRoutes } from "./dashboardRoutes.ts";
import type { Route } from "./route.ts";

/** The survey alone, or why visitors can't see it. */
const preloadSurvey: Route["preload"] = ({ client, params: { id = "" } }) => [
  client.fetchQuery(oneSurvey(id, null)).catch((missing) => loadUnpublication(client, id, missing)),
];

/** Every route. Any other URL is the 404 page. */
const routes: readonly Route[] = [
  {
    path: "/",
    title: pageTexts.home,
    file: "pages/HomePage.tsx",
    load: () => import("../pages/HomePage.tsx"),
    preload: ({ client }) => [client.fetchQuery(mostVotedSurveys()), client.fetchQuery(latestSurveys())],
  },
  {
    path: "/surveysPages",
    title: pageTexts.allSurveysLink,
    file: "pages/SurveysPage.tsx",
    load: () => import("../pages/SurveysPage.tsx"),
    preload: ({ client, search }) => [client.fetchInfiniteQuery(listedSurveys(readListingFilter(search)))],
  },
  {
    path: "/ask",
    title: frameTexts.ask,
    file: "pages/AskPage.tsx",
    load: () => import("../pages/AskPage.tsx"),
  },
  {
    path: "/surveydetails/:id",
    title: null,
    file: "pages/SurveyDetailsPage.tsx",
    load: () => import("../pages/SurveyDetailsPage.tsx"),
    preload: ({ client, params: { id = "" } }) => {
      const survey = client.fetchQuery(oneSurvey(id, null));
      return [
        survey.catch((missing) => loadUnpublication(client, id, missing)),
        client.fetchInfiniteQuery(surveyVotes(id, null)),
        // Optional: the page renders without these.
        client.prefetchInfiniteQuery(surveyComments(id, null)),
        survey.then((loaded) => client.prefetchQuery(surveyHistory(loaded, null))),
      ];
    },
  },
  {
    path: "/surveys/:id/results",
    title: null,
    file: "pages/SurveyResultsPage.tsx",
    load: () => import("../pages/SurveyResultsPage.tsx"),
    preload: ({ client, params: { id = "" } }) => {
      const survey = client.fetchQuery(oneSurvey(id, null));
      return [
        survey.catch((missing) => loadUnpublication(client, id, missing)),
        survey.then((loaded) => client.prefetchQuery(surveyHistory(loaded, null))),
      ];
    },
  },
  {
    path: "/surveys/:id/present",
    title: null,
    file: "pages/PresentPage.tsx",
    load: () => import("../pages/PresentPage.tsx"),
    preload: preloadSurvey,
  },
  {
    path: "/surveys/:id/flyer",
    title: null,
    file: "pages/FlyerPage.tsx",
    load: () => import("../pages/FlyerPage.tsx"),
    preload: preloadSurvey,
  },
  {
    path: "/check",
    title: pageTexts.checkResult,
    file: "pages/CheckPage.tsx",
    load: () => import("../pages/CheckPage.tsx"),
  },
  {
    path: "/vote/:id",
    title: null,
    file: "pages/VotePage.tsx",
    load: () => import("../pages/VotePage.tsx"),
    access: "signedIn",
  },
  {
    path: "/surveys",
    title: pageTexts.ownSurveys,
    file: "pages/OwnSurveysTablePage.tsx",
    load: () => import("../pages/OwnSurveysTablePage.tsx"),
    access: ["surveyor", "admin"],
  },
  {
    path: "/i",
    title: pageTexts.invitation,
    file: "pages/InvitationPage.tsx",
    load: () => import("../pages/InvitationPage.tsx"),
  },
  {
    path: "/membarShip",
    title: pageTexts.membership,
    file: "pages/MembershipPage.tsx",
    load: () => import("../pages/MembershipPage.tsx"),
  },
  {
    path: "/payment",
    title: pageTexts.payment,
    file: "pages/PaymentPage.tsx",
    load: () => import("../pages/PaymentPage.tsx"),
    access: "signedIn",
    chargesCards: true,
  },
  {
    path: "/profile",
    title: pageTexts.profile,
    file: "pages/ProfilePage.tsx",
    load: () => import("../pages/ProfilePage.tsx"),
    access: "signedIn",
  },
  {
    path: "/login",
    title: pageTexts.login,
    file: "pages/LoginPage.tsx",
    load: () => import("../pages/LoginPage.tsx"),
  },
  {
    path: "/signup",
    title: pageTexts.signup,
    file: "pages/SignupPage.tsx",
    load: () => import("../pages/SignupPage.tsx"),
  },
  {
    path: "/contact",
    title: frameTexts.contact,
    file: "pages/ContactPage.tsx",
    load: () => import("../pages/ContactPage.tsx"),
  },
  {
    path: "/privacy",
    title: frameTexts.privacy,
    file: "pages/PrivacyPage.tsx",
    load: () => import("../pages/PrivacyPage.tsx"),
    preload: ({ client }) => [client.fetchQuery(legalText("privacy"))],
  },
  {
    path: "/terms",
    title: frameTexts.terms,
    file: "pages/TermsPage.tsx",
    load: () => import("../pages/TermsPage.tsx"),
    preload: ({ client }) => [client.fetchQuery(legalText("terms"))],
  },
  {
    path: "/forgot-password",
    title: pageTexts.forgotPassword,
    file: "pages/ForgotPasswordPage.tsx",
    load: () => import("../pages/ForgotPasswordPage.tsx"),
  },
  {
    path: "/reset-password",
    title: pageTexts.newPassword,
    file: "pages/ResetPasswordPage.tsx",
    load: () => import("../pages/ResetPasswordPage.tsx"),
  },
  {
    path: "/verify-email",
    title: pageTexts.confirmAddress,
    file: "pages/VerifyEmailPage.tsx",
    load: () => import("../pages/VerifyEmailPage.tsx"),
  },
  {
    path: "/unsubscribe",
    title: pageTexts.stopEmails,
    file: "pages/UnsubscribePage.tsx",
    load: () => import("../pages/UnsubscribePage.tsx"),
  },
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
export function loadsStripe(path: string, { payments }: Pick<Settings, "payments">): boolean {
  return payments.by === "stripe" && findRoute(path)?.route.chargesCards === true;
}

const components = new Map<string, unknown>();

async function loadComponent({ file, load }: Pick<Route, "load"> & { file: string }): Promise<void> {
  if (components.has(file)) return;
  const name = file.replace(/^.*\/|\.tsx$/g, "");
  components.set(file, (await load())[name]);
}

/** Loads the page's code, once, without its deferred parts. */
export async function loadFirstScreen(route: Route): Promise<void> {
  await Promise.all([loadComponent(route), route.frame && loadComponent(route.frame)]);
}

/** Loads all of the page's code, once. */
export async function loadPage(route: Route): Promise<void> {
  await loadFirstScreen(route);
  await loadDeferred();
}

/** The page's component and its layout, if their code is loaded. */
export function loadedPage({ file, frame }: Route) {
  return {
    Page: components.get(file) as ComponentType<PageProps> | undefined,
    Frame: (frame && components.get(frame.file)) as ComponentType<{ children: ReactNode }> | undefined,
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
