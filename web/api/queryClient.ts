import { type Query, QueryClient, type QueryKey } from "@tanstack/react-query";
import { ApiRequestError } from "./api.ts";
import { isOffline } from "./noAnswer.ts";

const CACHE_MS = 5 * 60_000; // spec §9
/** Older answers are shown at once, but asked for anew: others vote meanwhile. What the server rendered is newer. */
const FRESH_MS = 30_000;
const RETRIES = 3;

/** A cache of answers: one for the browser's tab, a fresh one for each page that the server renders. */
export function createQueryClient(place: "browser" | "server"): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: place === "browser" ? CACHE_MS : Number.POSITIVE_INFINITY,
        retry: place === "browser" && ((failures, error) => failures < RETRIES && canHelp(error)),
        // Doubling from 1 s up to 30 s (spec §9).
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
        refetchOnWindowFocus: false,
        // What can't be read while offline fails at once and says so, instead of waiting behind a skeleton.
        networkMode: "always",
        refetchOnReconnect: true,
      },
      // An action is never kept to be sent later, nor sent twice: people change their minds.
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/** Asking again helps when the server was in trouble, not when it said no, nor without a network. */
const canHelp = (error: Error) => !isOffline() && (!(error instanceof ApiRequestError) || error.status >= 500);

/** How long an action that is done waits for what it changed to be read again, in ms. */
const REREAD_MS = 1000;

/** Reads again what an action changed. The action is done all the same, so its button does not wait for long. */
export function readAgain(client: QueryClient, ...keys: QueryKey[]): Promise<unknown> {
  const read = Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  return Promise.race([read, new Promise((resolve) => setTimeout(resolve, REREAD_MS))]);
}

/** What only one person may see. */
export const isPrivate = (query: Query): boolean => query.meta?.private === true;

/**
 * Drops every answer that somebody who was signed in has got: public lists too, which show admins and owners more. Those
 * that are on the screen are asked for again, as whoever is there now.
 */
export function dropAnswers(client: QueryClient): void {
  client.getMutationCache().clear();
  client.removeQueries({ predicate: (query) => isPrivate(query) || !query.isActive() });
  void client.resetQueries();
}
