import { type Query, QueryClient, type QueryKey } from "@tanstack/react-query";
import { ApiRequestError } from "./api.ts";
import { isOffline } from "./noResponse.ts";

const CACHE_MS = 5 * 60_000; // specification §7.1
/**
 * Older data is shown immediately and fetched again, because others vote meanwhile. Data rendered by the server is
 * newer.
 */
const FRESH_MS = 30_000;
const RETRIES = 3;

/** A query cache: one for each browser tab, a new one for each page that the server renders. */
export function createQueryClient(place: "browser" | "server"): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: place === "browser" ? CACHE_MS : Number.POSITIVE_INFINITY,
        retry: place === "browser" && ((failures, error) => failures < RETRIES && canRetryHelp(error)),
        // Doubles from 1 s up to 30 s (specification §7.1).
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
        refetchOnWindowFocus: false,
        // A read fails immediately while offline and says so, instead of showing a skeleton.
        networkMode: "always",
        refetchOnReconnect: true,
      },
      // Actions are never queued or repeated automatically: users change their minds.
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/** Whether a retry can help: not if the server rejected the request, or the browser is offline. */
export const canRetryHelp = (error: Error) =>
  !isOffline() && (!(error instanceof ApiRequestError) || error.status >= 500);

/** The longest that a finished action waits for invalidated data to be fetched again, in ms. */
const REFETCH_MS = 1000;

/**
 * Fetches data again after something has changed it. A first request under way is repeated: the server may have handled
 * it before the change, and the library would keep its response.
 */
export function invalidate(client: QueryClient, queryKey: QueryKey): Promise<void> {
  void client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined }, { silent: true });
  return client.invalidateQueries({ queryKey });
}

/**
 * Invalidates queries after an action, and waits until they are fetched again, but not for long: the action is already
 * done.
 */
export function invalidateAndWait(client: QueryClient, ...keys: QueryKey[]): Promise<unknown> {
  const read = Promise.all(keys.map((queryKey) => invalidate(client, queryKey)));
  return Promise.race([read, new Promise((resolve) => setTimeout(resolve, REFETCH_MS))]);
}

/** Whether a query's data is for one user only. */
export const isPrivate = (query: Query): boolean => query.meta?.private === true;

/**
 * Drops all data that a signed-in user loaded: public lists too, which show more to admins and owners. Data that is on
 * the screen is fetched again as the current user.
 */
export function dropPrivateData(client: QueryClient): void {
  client.getMutationCache().clear();
  client.removeQueries({ predicate: (query) => isPrivate(query) || !query.isActive() });
  void client.resetQueries();
}
