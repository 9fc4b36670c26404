import { PUBLISHED, type SurveyTotals, type Totals } from "@survey-app/contract/surveys.ts";
import type { QueryClient } from "@tanstack/react-query";
import { listen } from "../live.ts";

/** `lost`: nothing arrives just now, and the page goes on trying. */
export type LiveState = "live" | "lost" | "paused";

/** The server tells of so many surveys in one stream. */
const SURVEYS_MAX = 100;
/** After a change of what is shown, in ms: first of all the page is drawn. */
const SETTLE_MS = 200;
/** A page that nobody looks at gives its connection back after so many ms: browsers have few for one address. */
const HIDDEN_MS = 20_000;
/** Pausing holds for the visit: in this tab, over reloads. */
const KEY = "live";

let state: LiveState = "live";
const listeners = new Set<() => void>();

export const readLiveState = (): LiveState => state;

export function subscribeToLiveState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setPaused(isPaused: boolean): void {
  set(isPaused ? "paused" : "live");
  try {
    sessionStorage.setItem(KEY, state);
  } catch {
    // Without storage it holds until the next load.
  }
}

function set(next: LiveState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

/**
 * Keeps the totals of all surveys that the page shows as they are on the server, without asking for them again.
 * @returns what ends it
 */
export function keepLive(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  const newest = new Map<string, SurveyTotals>();
  let heard = "";
  let stop = () => {};
  let isAway = false;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  const settle = () => {
    settling = undefined;
    // An answer can be older than what was heard while it was on its way.
    for (const totals of newest.values()) showTotals(client, totals);
    const wanted = isAway || state === "paused" ? "" : shownSurveys(client).join();
    if (wanted === heard) return;
    stop();
    heard = wanted;
    if (!wanted) return;
    stop = listen(wanted.split(","), {
      onTotals(totals) {
        newest.set(totals.surveyId, totals);
        showTotals(client, totals);
      },
      onGone: () => void client.invalidateQueries({ queryKey: ["surveys"] }),
      onHealth: (isWell) => set(isWell ? "live" : "lost"),
    });
  };
  const settleSoon = () => {
    settling ??= setTimeout(settle, SETTLE_MS);
  };
  const setAway = (away: boolean) => {
    isAway = away;
    if (away) settle();
    else settleSoon();
  };
  const look = ({ type }: Event) => {
    clearTimeout(leaving);
    if (type === "pagehide") setAway(true);
    else if (document.hidden) leaving = setTimeout(setAway, HIDDEN_MS, true);
    else setAway(false);
  };

  if (readStored() === "paused") set("paused");
  const unhear = [cache.subscribe(settleSoon), subscribeToLiveState(settleSoon)];
  const looking = new AbortController();
  for (const event of ["pagehide", "pageshow", "visibilitychange"]) addEventListener(event, look, looking);
  settleSoon();
  return () => {
    looking.abort();
    for (const end of unhear) end();
    clearTimeout(settling);
    clearTimeout(leaving);
    stop();
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
}

const surveyOf = (row: Row) => row.SurveyID ?? row._id ?? "";

/** An answer with every row in it drawn anew. */
function mapRows(data: unknown, draw: (row: Row) => Row): unknown {
  if (Array.isArray(data)) return data.map((each) => mapRows(each, draw));
  if (!data || typeof data !== "object") return data;
  if ("totalVotes" in data) return draw(data as Row);
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, mapRows(value, draw)]));
}

/** The published surveys that stand on the page with their totals, always in the same order. */
function shownSurveys(client: QueryClient): string[] {
  const shown = new Set<string>();
  for (const { state } of client.getQueryCache().findAll({ type: "active" }))
    mapRows(state.data, (row) => {
      if (row.status === PUBLISHED) shown.add(surveyOf(row));
      return row;
    });
  return [...shown].sort().slice(0, SURVEYS_MAX);
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
