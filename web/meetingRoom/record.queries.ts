import { getMinutes, getRecord } from "@survey-app/contract/meetings/record.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/** The interval at which the record of a running meeting is read again, in milliseconds. */
const RUNNING_MS = 10_000;

/** The record of a meeting, as everyone with its address sees it. */
export const recordOf = (meeting: string) =>
  queryOptions({
    queryKey: ["meetings", "record", meeting],
    queryFn: ({ signal }) => api(getRecord, { params: { meeting } }, signal),
    refetchInterval: ({ state: { data } }) => (data && data.endedAt === null ? RUNNING_MS : false),
  });

/**
 * The text for the minutes of a meeting.
 * @param questions how many questions were closed: each of them changes the text
 */
export const minutesOf = (
  meeting: string,
  { language, timeZone, questions }: { language: Language; timeZone: string; questions: number },
) =>
  queryOptions({
    queryKey: ["meetings", "minutes", meeting, language, timeZone, questions],
    queryFn: ({ signal }) => api(getMinutes, { params: { meeting }, query: { language, timeZone } }, signal),
  });
