import { provider } from "@survey-app/contract/session/session.ts";
import { CODE_STEP, signInFailures } from "@survey-app/contract/session/signInFailures.ts";
import { stoppedEmails } from "@survey-app/contract/surveys/outcomes.ts";
import { isByLanguage } from "@survey-app/contract/text/listedLanguages.ts";
import { DETAILS } from "../linkVoting/detailsAddress.ts";
import { withoutSentenceEnd } from "../routing/aroundLink.ts";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { ORIGINAL } from "../surveys/originalAddress.ts";
import { readListingFilter } from "../surveys/surveys.queries.ts";
import { findRoute } from "./routes.tsx";

/** Cache key of all URLs without a page. */
const NO_PAGE = "/404";
const RETURN_TO_MAX = 2000;

/** The query parameters that each page reads for a visitor. A page that isn't listed doesn't read any. */
const searchReaders: Record<string, (search: URLSearchParams) => Record<string, string>> = {
  "/surveysPages": (search) => ({ ...readListingFilter(search) }),
  "/surveydetails/:id": (search) => ({ ...readFlag(search, DETAILS), ...readFlag(search, ORIGINAL) }),
  "/surveys/:id/results": (search) => readFlag(search, ORIGINAL),
  "/ask": (search) => ({
    for: /^(?:room|association|team)$/.exec(search.get("for") ?? "")?.[0] ?? "",
    to: search.get("to") === "list" ? "list" : "",
  }),
  "/surveys/:id/flyer": (search) => ({ size: search.get("size") === "a5" ? "a5" : "" }),
  "/login": readSignInSearch,
  "/signup": readSignInSearch,
  // Without the token's signature: rendered pages are cached.
  "/unsubscribe": (search) => ({
    done: emailKindOf(search.get("done")),
    token: emailKindOf(search.get("token")?.split(".")[0]),
  }),
};

/** A parameter without a value. */
function readFlag(search: URLSearchParams, name: string): Record<string, string> {
  return { [name]: search.has(name) ? "1" : "" };
}

const emailKindOf = (text: string | null | undefined): string => stoppedEmails.safeParse(text).data ?? "";

function readSignInSearch(search: URLSearchParams): Record<string, string> {
  const [from, error] = [search.get("with"), search.get("error")];
  return {
    with: from === null || provider.safeParse(from).success ? (from ?? "") : "other",
    step: search.get("step") === CODE_STEP ? CODE_STEP : "",
    error: error === null ? "" : (signInFailures.find((failure) => failure === error) ?? "failed"),
    returnTo: (search.get("returnTo") ?? "").slice(0, RETURN_TO_MAX),
  };
}

/** The present URLs of pages that moved; emails that were sent link to the former ones. */
const moved: readonly [from: RegExp, to: (id: string) => string][] = [
  [/^\/dashboard\/surveyor\/invitations\/([\w-]{1,64})\/?$/i, (id) => ownSurveyAddress(id, "people")],
];

/**
 * The new URL of a page that moved, or of a URL that was copied with the punctuation after it; null for all others.
 * @param url path and query string
 */
export function findMoved(url: string): string | null {
  const [path = "/"] = url.split("?", 1);
  const bare = withoutSentenceEnd(path);
  if (bare !== path && bare !== "/" && findRoute(bare)) return bare + url.slice(path.length);
  for (const [from, to] of moved) {
    const id = from.exec(path)?.[1];
    if (id !== undefined) return to(id);
  }
  return null;
}

/**
 * The page of a URL in canonical form, and the id of its survey. URLs of one page can differ in case, in a trailing "/"
 * and in parameters that the page doesn't read; all URLs without a page share one.
 */
export function resolvePage(url: string): { address: string; about: string | null; isSearch: boolean } {
  const [path = "/", search = ""] = url.split("?", 2);
  const match = findRoute(path);
  if (!match) return { address: NO_PAGE, about: null, isSearch: false };
  const { route, params } = match;
  const read = searchReaders[route.path]?.(new URLSearchParams(search)) ?? {};
  const fields = new URLSearchParams(Object.entries(read).filter(([, value]) => value !== "")).toString();
  const own = route.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? "");
  return {
    address: own + (fields && `?${fields}`),
    about: params.id ?? null,
    isSearch: Boolean(read.q || read.state || isByLanguage(read.languages ?? "")),
  };
}
