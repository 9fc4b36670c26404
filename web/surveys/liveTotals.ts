import { PUBLISHED, type SurveyTotals, type Totals, waitsForStart } from "@survey-app/contract/surveys.ts";
import type { QueryClient } from "@tanstack/react-query";
import { serverNow } from "../api/api.ts";
import { listen } from "../api/live.ts";
import { isOffline } from "../api/noAnswer.ts";
import { subscribeToNetwork } from "../api/online.ts";
import { makeListeners } from "../ui/listeners.ts";
import { chooseFollowed, measureDistances } from "./followed.ts";

/**
 * `live`: a stream is open. `polling`: none comes through, and the page asks every few seconds. `lost`: nothing arrives,
 * and the page goes on trying. `idle`: no survey is shown that could change.
 */
export type LiveState = "connecting" | "live" | "polling" | "lost" | "paused" | "idle";

/** After a change of what is shown, in ms: first of all the page is drawn. */
const SETTLE_MS = 200;
/** A page that nobody looks at gives its connection back after so many ms: browsers have few for one address. */
const HIDDEN_MS = 20_000;
/** Pausing holds for the visit: in this tab, over reloads. */
const KEY = "live";

let state: LiveState = "connecting";
const { subscribe, tell } = makeListeners();
export const subscribeToLiveState = subscribe;

export const readLiveState = (): LiveState => state;

export function setPaused(isPaused: boolean): void {
  set(isPaused ? "paused" : "connecting");
  try {
    sessionStorage.setItem(KEY, isPaused ? "paused" : "live");
  } catch {
    // Without storage it holds until the next load.
  }
}

function set(next: LiveState): void {
  if (state === next) return;
  state = next;
  tell();
}

/**
 * Keeps the totals of all surveys that the page shows as they are on the server, without asking for them again.
 * @returns what ends it
 */
export function keepLive(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  const newest = new Map<string, SurveyTotals>();
  let heard = "";
  let isLong = false;
  let stop = () => {};
  let isSeen = false;
  let settling: ReturnType<typeof setTimeout> | undefined;

  const settle = () => {
    settling = undefined;
    // An answer can be older than what was heard while it was on its way.
    for (const totals of newest.values()) showTotals(client, totals);
    const shown = shownSurveys(client);
    const isOff = !isSeen || state === "paused" || isOffline();
    const followed = isOff ? [] : chooseFollowed(shown, heard ? heard.split(",") : [], measureDistances);
    isLong = !isOff && followed.length < shown.length;
    const wanted = followed.join();
    if (wanted !== heard) {
      stop();
      stop = () => {};
      heard = wanted;
      if (wanted) open(wanted);
    }
    if (!wanted && state !== "paused") set(isOffline() ? "lost" : shown.length > 0 ? "connecting" : "idle");
  };
  const open = (wanted: string) => {
    set("connecting");
    stop = listen(wanted.split(","), {
      onTotals(totals) {
        newest.set(totals.surveyId, totals);
        showTotals(client, totals);
      },
      onGone: () => void client.invalidateQueries({ queryKey: ["surveys"] }),
      // Paused a moment ago, it may still be open.
      onState: (next) => state !== "paused" && set(next),
    });
  };
  const settleSoon = () => {
    settling ??= setTimeout(settle, SETTLE_MS);
  };
  // A stream follows what is in view; short lists fit into it whole.
  const onScroll = () => {
    if (isLong) settleSoon();
  };
  addEventListener("scroll", onScroll, { passive: true });
  if (readStored() === "paused") set("paused");
  const endings = [
    cache.subscribe(settleSoon),
    subscribeToLiveState(settleSoon),
    // A stream that was open may stay silent for minutes after the network went, and after it came back.
    subscribeToNetwork(settle),
    watchSight((seen) => {
      isSeen = seen;
      if (seen) settleSoon();
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

/** Tells whether the page is looked at, now and when that changes: not one that was left, or has been hidden for long. */
function watchSight(tell: (isSeen: boolean) => void): () => void {
  const watching = new AbortController();
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const look = ({ type }: { type: string }) => {
    clearTimeout(leaving);
    if (type === "pagehide") tell(false);
    else if (document.hidden) leaving = setTimeout(tell, HIDDEN_MS, false);
    else tell(true);
  };
  for (const event of ["pagehide", "pageshow", "visibilitychange"]) addEventListener(event, look, watching);
  look({ type: "" });
  return () => {
    watching.abort();
    clearTimeout(leaving);
  };
}

function readStored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** What stands in an answer with totals: a survey, somebody's part in one, or a day. */
interface Row extends Partial<Totals> {
  _id?: string;
  SurveyID?: string;
  status?: number;
  scheduled?: boolean;
  createDate?: string;
}

const surveyOf = (row: Row) => row.SurveyID ?? row._id ?? "";

/** An answer with every row in it drawn anew. */
function mapRows(data: unknown, draw: (row: Row) => Row): unknown {
  if (Array.isArray(data)) return data.map((each) => mapRows(each, draw));
  if (!data || typeof data !== "object") return data;
  if ("totalVotes" in data) return draw(data as Row);
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, mapRows(value, draw)]));
}

/** The public surveys that stand on the page with their totals, in its order. */
function shownSurveys(client: QueryClient): string[] {
  const shown = new Set<string>();
  for (const { state } of client.getQueryCache().findAll({ type: "active" }))
    mapRows(state.data, (row) => {
      const { status = 0, scheduled = false, createDate = "" } = row;
      if (status === PUBLISHED && !waitsForStart({ status, scheduled, createDate }, serverNow()))
        shown.add(surveyOf(row));
      return row;
    });
  return [...shown];
}

function showTotals(client: QueryClient, { surveyId, ...totals }: SurveyTotals): void {
  for (const { queryKey, state } of client.getQueryCache().findAll({ type: "active" })) {
    let isNewer = false;
    const data = mapRows(state.data, (row) => {
      // Votes are only ever added.
      if (surveyOf(row) !== surveyId || Number(row.totalVotes) >= totals.totalVotes) return row;
      isNewer = true;
      return { ...row, ...totals };
    });
    // The rest of the answer is as old as it was.
    if (isNewer) client.setQueryData(queryKey, data, { updatedAt: state.dataUpdatedAt });
  }
}
