import { type Publication, type PublishedSurvey, publicationOf } from "@survey-app/contract/surveys/publication.ts";
import { hasEnded, isFrozen, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as cardTexts from "@survey-app/texts/cardTexts.ts";
import { createContext, use, useSyncExternalStore } from "react";
import { serverNow } from "../api/api.ts";

/** The server's clock when it rendered the page: the first render in the browser must produce the same text. */
export const RenderedAtContext = createContext(0);

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer) {
      clearInterval(timer);
      timer = null;
    }
  };
}

/** The value that `read` derives from the server's clock; re-renders only when the value changes. */
function useServerTime<T extends string | number | boolean>(read: (now: number) => T): T {
  const renderedAt = use(RenderedAtContext);
  return useSyncExternalStore(
    subscribe,
    () => read(serverNow()),
    () => read(renderedAt),
  );
}

type Running = Pick<Survey, "deadline" | "closedAt">;

/** Whether voting has ended, by the server's clock; updates when the deadline passes. */
export function useHasEnded(survey: Running): boolean {
  return useServerTime((now) => hasEnded(survey, now));
}

/** Whether the question can no longer change: people have voted, or the survey was published and has ended. */
export function useIsQuestionFrozen(survey: Pick<Survey, "participants" | "settingsFixed"> & Running): boolean {
  const hasEnded = useHasEnded(survey);
  return isFrozen(survey) || (survey.settingsFixed && hasEnded);
}

/** Whether an instant, in milliseconds, has passed by the server's clock; false for none. */
export function useIsPast(instant: number | null): boolean {
  return useServerTime((now) => instant !== null && instant <= now);
}

/**
 * The state of a survey by the server's clock; updates when it starts and when its deadline passes. `waiting` until it
 * is loaded.
 */
export function usePublication(survey: PublishedSurvey | undefined): Publication {
  return useServerTime((now) => (survey ? publicationOf(survey, now) : "waiting"));
}

/** The whole seconds until an instant by the server's clock; 0 once it has passed. */
export function useSecondsLeft(at: string): number {
  return useServerTime((now) => Math.max(0, Math.ceil((Date.parse(at) - now) / 1000)));
}

/** "ends in 3 days", "ended", "no deadline". */
export function useTimeLeft(survey: Running): string {
  return useServerTime((now) => timeLeft(survey, now));
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

function timeLeft(survey: Running, now: number): string {
  if (hasEnded(survey, now)) return cardTexts.ended;
  if (survey.deadline === null) return cardTexts.noDeadline;
  const remaining = Date.parse(survey.deadline) - now;
  const [unit, ms] = units.find(([, size]) => remaining >= size) ?? (["second", 1000] as const);
  const count = Math.max(1, Math.floor(remaining / ms));
  return cardTexts.endsIn[unit](count);
}
