import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { type Query, type QueryCache, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { failureOf, isGone } from "../api/failure.ts";
import { NoResponse } from "../api/noResponse.ts";
import { useOffline } from "../api/online.ts";
import { canRetryHelp } from "../api/queryClient.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";

/** Shown below the top bar while the browser is offline, or while the page's data could not be refreshed. */
export function OfflineBanner() {
  const client = useQueryClient();
  const isOffline = useOffline();
  const aged = useAged(client.getQueryCache());
  return (
    <div role="status" className="sticky top-16 z-30">
      {(isOffline || aged) && (
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-no-soft px-4 py-3">
          <p className="flex gap-2">
            <Icon name="warning" /> {isOffline || !aged ? frameTexts.offlineBanner : outOfDate(aged)}
          </p>
          {!isOffline && aged && canRetryHelp(aged) && (
            <Button
              look="quiet"
              small
              onClick={() => void client.refetchQueries({ type: "active", predicate: hasAged })}
            >
              {frameTexts.tryAgain}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Whether data on the screen failed to refresh. Lists report a missing next page themselves. */
const hasAged = ({ state }: Query) =>
  state.status === "error" && state.data !== undefined && !state.fetchMeta?.fetchMore?.direction;

/** Why data on the screen failed to refresh; null if none did. */
function useAged(cache: QueryCache): Error | null {
  return useSyncExternalStore(
    useCallback((listener: () => void) => cache.subscribe(listener), [cache]),
    () => cache.findAll({ type: "active", predicate: hasAged })[0]?.state.error ?? null,
    () => null,
  );
}

function outOfDate(error: Error): string {
  // In a few words, because a lost connection mends on its own.
  if (error instanceof NoResponse) return frameTexts.outOfDate;
  if (isGone(error)) return frameTexts.goneSince;
  return failureOf(error).text;
}
