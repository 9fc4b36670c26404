import { isBeforeStart, PUBLISHED, type SurveyTotals, type Totals } from "@survey-app/contract/surveys.ts";
import type { QueryClient } from "@tanstack/react-query";
import { serverNow } from "../api/api.ts";
import { listen, type Pace, STREAMED_MAX } from "../api/live.ts";
import { isOffline } from "../api/noResponse.ts";
import { subscribeToNetwork } from "../api/online.ts";
import { invalidate } from "../api/queryClient.ts";
import { watchVisibility } from "../api/visibility.ts";
import { createStore } from "../ui/store.ts";
import { useStore } from "../ui/useStore.ts";
import { readPaused, storePaused } from "./livePause.ts";

/**
 * `live`: a stream gets through. `polling`: none does, so the page polls. `lost`: nothing
 * arrives; the page keeps trying. `idle`: no survey is shown whose totals could change.
 */
export type LiveState = "connecting" | "live" | "polling" | "lost" | "paused" | "idle";

/** All pages that are open when a survey is closed read it again, but not at once: within this time, in ms. They have the result already. */
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
 * Keeps the totals of all surveys on the page current by a stream, without refetching them.
 * @param pace how often the page asks for them while no stream reaches it
 * @returns a function that stops it
 */
export function followTotals(client: QueryClient, pace: Pace): () => void {
  const cache = client.getQueryCache();
  const newest = new Map<string, SurveyTotals>();
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
    // A response can be older than totals streamed while it was pending.
    for (const totals of newest.values()) showTotals(client, totals);
    const shown = shownSurveys(client);
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
        // The stream does not say who closed a survey.
        if (totals.closedAt !== null && newest.get(totals.surveyId)?.closedAt === null)
          setTimeout(() => void invalidate(client, ["surveys", "one", totals.surveyId]), Math.random() * SPREAD_MS);
        newest.set(totals.surveyId, totals);
        showTotals(client, totals);
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

/** A row with totals in a response: a survey, a user's participation in one, or a day. */
interface Row extends Partial<Totals> {
  closedAt?: string | null;
  _id?: string;
  SurveyID?: string;
  status?: number;
  scheduled?: boolean;
  createDate?: string;
}

const surveyOf = (row: Row) => row.SurveyID ?? row._id ?? "";

/** A copy of the response with every row mapped. */
function mapRows(data: unknown, draw: (row: Row) => Row): unknown {
  if (Array.isArray(data)) return data.map((each) => mapRows(each, draw));
  if (!data || typeof data !== "object") return data;
  if ("totalVotes" in data) return draw(data as Row);
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, mapRows(value, draw)]));
}

/** The ids of the public surveys on the page that show totals, in its order. */
function shownSurveys(client: QueryClient): string[] {
  const shown = new Set<string>();
  for (const { state } of client.getQueryCache().findAll({ type: "active" }))
    mapRows(state.data, (row) => {
      const { status = 0, scheduled = false, createDate = "" } = row;
      if (status === PUBLISHED && !isBeforeStart({ status, scheduled, createDate }, serverNow()))
        shown.add(surveyOf(row));
      return row;
    });
  return [...shown];
}

/**
 * Participants only grow, because votes are never removed. With the same number of them someone has changed their vote: if
 * the page was loaded after that, the stream's next event says the same.
 */
function isOlderThan(totals: Omit<SurveyTotals, "surveyId">, row: Row): boolean {
  if (Number(row.participants) !== totals.participants) return Number(row.participants) < totals.participants;
  const isClosedNow = totals.closedAt !== null && row.closedAt === null;
  return isClosedNow || row.yesVotes !== totals.yesVotes || row.unsureVotes !== totals.unsureVotes;
}

function showTotals(client: QueryClient, { surveyId, ...totals }: SurveyTotals): void {
  let hasOpened = false;
  for (const { queryKey, state } of client.getQueryCache().findAll({ type: "active" })) {
    let isNewer = false;
    const data = mapRows(state.data, (row) => {
      if (surveyOf(row) !== surveyId) return row;
      // Results open once; the page may show more than a stream.
      const isOlder = row.resultsVisible === totals.resultsVisible ? isOlderThan(totals, row) : totals.resultsVisible;
      if (!isOlder) return row;
      isNewer = true;
      if (row.resultsVisible === false && totals.resultsVisible) hasOpened = true;
      return { ...row, ...totals };
    });
    // The rest of the response is as old as before.
    if (isNewer) client.setQueryData(queryKey, data, { updatedAt: state.dataUpdatedAt });
  }
  // The votes, and the answers beside comments, were hidden with the result. Parts of the page that are not rendered yet would
  // start with what the server sent before.
  if (hasOpened) void invalidate(client, ["votes"]);
}
