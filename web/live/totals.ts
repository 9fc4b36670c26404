import { PUBLISHED, type SurveyTotals, type Totals } from "@survey-app/contract/surveys/surveys.ts";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { createListeners } from "../ui/listeners.ts";

/** A survey in a response, or a user's participation in one. */
export interface TotalsRow extends Totals {
  _id: string;
  /** The survey's id where `_id` is the participation's. */
  SurveyID?: string;
  status: number;
  closedAt: string | null;
  scheduled?: boolean;
  createDate?: string;
}

/** Totals from a stream or a poll, and how many had come by then. */
interface Received {
  totals: SurveyTotals;
  at: number;
}

// Of this tab: a server receives no totals.
const newest = new Map<string, Received>();
let received = 0;
/**
 * The number of totals that had come when a row was first shown. A response's rows never change, so a row stands for
 * the moment of its response.
 */
const firstShown = new WeakMap<TotalsRow, number>();
/** The rows that components show, an entry for each component. */
const shown = new Set<{ rows: readonly TotalsRow[] }>();
const NONE: readonly never[] = [];
/** Calls a listener when totals have come from a stream or a poll. */
export const arrivals = createListeners();
/** Separate from the arrivals: each card of a list would otherwise ask all others for their totals when it appears. */
const changesOfShown = createListeners();

/** Calls a listener when the page shows other surveys than before. @returns a function that ends it */
export const subscribeToShown = changesOfShown.subscribe;

export const surveyOf = ({ SurveyID, _id }: TotalsRow): string => SurveyID ?? _id;

/** The published surveys whose totals are on the page. */
export const shownRows = (): TotalsRow[] =>
  [...shown].flatMap(({ rows }) => rows.filter(({ status }) => status === PUBLISHED));

/**
 * Takes totals for all components that show the survey.
 * @returns whether they open a result that the page had as hidden
 */
export function receiveTotals(totals: SurveyTotals): boolean {
  const opens =
    totals.resultsVisible &&
    shownRows().some((row) => surveyOf(row) === totals.surveyId && !withNewest(row).resultsVisible);
  received += 1;
  newest.set(totals.surveyId, { totals, at: received });
  arrivals.emit();
  return opens;
}

/** The newest totals of a survey that have come; undefined before. */
export const newestTotals = (surveyId: string): SurveyTotals | undefined => newest.get(surveyId)?.totals;

/** The row with the newest totals, which the page keeps current while a `LiveSwitch` is on it. */
export function useTotals<R extends TotalsRow>(row: R): R;
export function useTotals<R extends TotalsRow>(row: R | undefined): R | undefined;
export function useTotals<R extends TotalsRow>(row: R | undefined): R | undefined {
  return useTotalsOf(useMemo(() => row && [row], [row]))[0];
}

/**
 * The rows with their newest totals, which the page keeps current while a `LiveSwitch` is on it; none while they load.
 */
export function useTotalsOf<R extends TotalsRow>(rows: readonly R[] = NONE): readonly R[] {
  useEffect(() => {
    const entry = { rows };
    shown.add(entry);
    changesOfShown.emit();
    return () => {
      shown.delete(entry);
      changesOfShown.emit();
    };
  }, [rows]);
  const last = useSyncExternalStore(
    arrivals.subscribe,
    () => Math.max(0, ...rows.map((row) => newest.get(surveyOf(row))?.at ?? 0)),
    () => 0,
  );
  return useMemo(() => {
    for (const row of rows) if (!firstShown.has(row)) firstShown.set(row, received);
    return last === 0 ? rows : rows.map(withNewest);
  }, [rows, last]);
}

function withNewest<R extends TotalsRow>(row: R): R {
  const found = newest.get(surveyOf(row));
  if (!found || !isNewer(found, row)) return row;
  const { surveyId: _, ...totals } = found.totals;
  return { ...row, ...totals };
}

/** A response can be older than totals that came while it was pending, and newer than those from before. */
function isNewer({ totals, at }: Received, row: TotalsRow): boolean {
  // Results open once; the page may show more than a stream.
  if (totals.resultsVisible !== row.resultsVisible) return totals.resultsVisible;
  // Participants only grow, because votes are never removed.
  if (totals.participants !== row.participants) return totals.participants > row.participants;
  if ((totals.closedAt === null) !== (row.closedAt === null)) return row.closedAt === null;
  // Someone has changed their vote: the totals that came last are right.
  return at > (firstShown.get(row) ?? received);
}
