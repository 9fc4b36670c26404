import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { type Query, type QueryCache, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { useOffline } from "../api/online.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";

/** Shown below the top bar while the browser is offline, or while the page's data could not be refreshed. */
export function OfflineBanner() {
  const client = useQueryClient();
  const isOffline = useOffline();
  const isOutOfDate = useOutOfDate(client.getQueryCache());
  return (
    <div role="status" className="sticky top-16 z-30">
      {(isOffline || isOutOfDate) && (
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-no-soft px-4 py-3">
          <p className="flex gap-2">
            <Icon name="warning" /> {isOffline ? frameTexts.offlineBanner : frameTexts.outOfDate}
          </p>
          {!isOffline && (
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

function useOutOfDate(cache: QueryCache): boolean {
  return useSyncExternalStore(
    useCallback((listener: () => void) => cache.subscribe(listener), [cache]),
    () => cache.findAll({ type: "active", predicate: hasAged }).length > 0,
    () => false,
  );
}
