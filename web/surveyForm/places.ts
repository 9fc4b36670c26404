import { CATEGORIES } from "@survey-app/contract/surveys/surveyFields.ts";
import { emptySurvey, settingsOf } from "../managing/surveyValues.ts";
import { dayIn } from "./EndField.tsx";
import { needsEnd, type Preset, usualDays, withPreset } from "./settingNeeds.ts";

/** Where people ask, as the home page names it, with how people usually vote there. */
const PRESET_OF = { room: "room", association: "secret", team: "open" } as const satisfies Record<string, Preset>;
export type Place = keyof typeof PRESET_OF;

/** The place that an address names (`/ask?for=room`). */
export const placeOf = (name: string | null): Place | undefined =>
  (Object.keys(PRESET_OF) as Place[]).find((place) => place === name);

/** An empty form for a question in this place: where it is in no public list, it can be published as soon as that is typed. */
export function emptyFor(place: Place, timeZone: string): typeof emptySurvey {
  const usual = withPreset(settingsOf(emptySurvey), PRESET_OF[place]);
  const settings = place === "association" ? { ...usual, electorate: "invited" as const } : usual;
  return {
    ...emptySurvey,
    ...settings,
    ...(settings.electorate !== "everyone" && { category: CATEGORIES[0] }),
    ...(needsEnd(settings) && { deadline: dayIn(usualDays(settings), timeZone) }),
  };
}
