import { isBeforeStart } from "@survey-app/contract/surveys/surveys.ts";
import type { QueryClient } from "@tanstack/react-query";
import { serverNow } from "../api/api.ts";
import { isOffline } from "../api/noResponse.ts";
import { subscribeToNetwork } from "../api/online.ts";
import { invalidate } from "../api/queryClient.ts";
import { watchVisibility } from "../api/visibility.ts";
import { createStore } from "../ui/store.ts";
import { useStore } from "../ui/useStore.ts";
import { listen, STREAMED_MAX } from "./listen.ts";
import type { Pace } from "./listener.ts";
import { readPaused, storePaused } from "./livePause.ts";
import { receiveTotals, shownRows, subscribeToShown, surveyOf } from "./totals.ts";

/**
 * `live`: a stream gets through. `polling`: none does, so the page polls. `lost`: nothing
 * arrives; the page keeps trying. `idle`: no survey is shown whose totals could change.
 */
export type LiveState = "connecting" | "live" | "polling" | "lost" | "paused" | "idle";

/**
 * All pages that are open when a survey is closed read it again, spread over this time, in ms. They have the result
 * already.
 */
const SPREAD_MS = 6000;
/** Delay after a change of the shown surveys, in ms: rendering the page comes first. */
const SETTLE_MS = 200;

const liveState = createStore<LiveState>("connecting");
export const useLiveState = (): LiveState => useStore(liveState);

export function setPaused(isPaused: boolean): void {
  set(isPaused ? "paused" : "connecting");
  storePaused(isPaused);
}

function set(next: LiveState): void {
  if (liveState.read() !== next) liveState.set(next);
}

/**
 * Keeps the totals of all surveys on the page current (`useTotals`) by a stream, without fetching their responses
 * again.
 * @param pace how often the page asks for them while no stream reaches it
 * @returns a function that stops it
 */
export function followTotals(client: QueryClient, pace: Pace): () => void {
  const cache = client.getQueryCache();
  /** The followed surveys that are known to be open. */
  const running = new Set<string>();
  let streamedIds = "";
  let isLong = false;
  let stop = () => {};
  let isSeen = false;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let chooseAmongMany: ((shown: readonly string[], followed: readonly string[]) => string[]) | undefined;

  /** Almost all lists fit into one stream. Until the choice among more is loaded, the page follows what it did. */
  const choose = (shown: readonly string[]) => {
    if (shown.length <= STREAMED_MAX) return [...shown].sort();
    const followed = streamedIds ? streamedIds.split(",") : [];
    if (chooseAmongMany) return chooseAmongMany(shown, followed);
    import("./followed.ts")
      .then(({ chooseFollowed, measureDistances }) => {
        chooseAmongMany = (...lists) => chooseFollowed(...lists, measureDistances);
        settleSoon();
      })
      .catch(() => undefined);
    return followed;
  };
  const settle = () => {
    settling = undefined;
    const shown = followedOnes();
    const isPaused = liveState.read() === "paused";
    const isOff = !isSeen || isPaused || isOffline();
    const followed = isOff ? [] : choose(shown);
    isLong = !isOff && followed.length < shown.length;
    const ids = followed.join();
    if (ids !== streamedIds) {
      stop();
      stop = () => {};
      streamedIds = ids;
      if (ids) open(ids);
    }
    // While a page asks for a survey again, as the user who is known by now, nothing is idle.
    const isLoading = cache.findAll({ type: "active" }).some(({ state }) => state.status === "pending");
    if (!ids && !isPaused) set(isOffline() ? "lost" : shown.length > 0 || isLoading ? "connecting" : "idle");
  };
  const open = (ids: string) => {
    set("connecting");
    stop = listen(ids.split(","), pace, {
      onTotals(totals) {
        const { surveyId, closedAt } = totals;
        if (closedAt === null) running.add(surveyId);
        // The stream does not say who closed a survey.
        else if (running.delete(surveyId))
          setTimeout(() => void invalidate(client, ["surveys", "one", surveyId]), Math.random() * SPREAD_MS);
        // The votes, and the answers beside comments, were hidden with the result. Parts of the page that are not
        // rendered yet would start with what the server sent before.
        if (receiveTotals(totals)) void invalidate(client, ["votes"]);
      },
      onGone: () => void invalidate(client, ["surveys"]),
      // The stream may still be open just after pausing.
      onState: (next) => liveState.read() !== "paused" && set(next),
    });
  };
  const settleSoon = () => {
    settling ??= setTimeout(settle, SETTLE_MS);
  };
  // A stream follows what is in view; short lists fit into it completely.
  const onScroll = () => {
    if (isLong) settleSoon();
  };
  addEventListener("scroll", onScroll, { passive: true });
  if (readPaused()) set("paused");
  const endings = [
    subscribeToShown(settleSoon),
    cache.subscribe(settleSoon),
    liveState.subscribe(settleSoon),
    // An open stream may stay silent for minutes after the network was lost, and after it returned.
    subscribeToNetwork(settle),
    watchVisibility((isVisible) => {
      isSeen = isVisible;
      if (isVisible) settleSoon();
      else settle();
    }),
  ];
  return () => {
    for (const end of endings) end();
    removeEventListener("scroll", onScroll);
    clearTimeout(settling);
    stop();
  };
}

/** The ids of the public surveys on the page that show totals, in its order. */
function followedOnes(): string[] {
  const now = serverNow();
  const open = shownRows().filter(
    ({ status, scheduled = false, createDate = "" }) => !isBeforeStart({ status, scheduled, createDate }, now),
  );
  return [...new Set(open.map(surveyOf))];
}
