import { emptySurvey, settingsOf } from "../managing/surveyValues.ts";
import { dayIn } from "./EndField.tsx";
import { needsEnd, usualDays, WHO, type Who } from "./settingNeeds.ts";

/** The choice of who answers, by the place that the link to the form names (`?for=room`). */
export const ASKED_FOR: Readonly<Record<string, Who>> = { room: "hands", association: "secret", team: "open" };

/** The values with which the short way to ask begins: the question can be published as soon as it is typed. */
export function emptyFor(who: Who, timeZone: string): typeof emptySurvey {
  const settings = { ...settingsOf(emptySurvey), ...WHO[who] };
  return { ...emptySurvey, ...settings, deadline: needsEnd(settings) ? dayIn(usualDays(settings), timeZone) : "" };
}
