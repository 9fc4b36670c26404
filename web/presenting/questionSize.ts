import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";

type SizedSurvey = Pick<Survey, "Title" | "unsure"> & { passRule?: PassRule | null | undefined };

/** The sizes of a question by its length, in characters. */
const SIZES = [
  [60, "short"],
  [120, "medium"],
  [160, "long"],
] as const;

/**
 * The size of a question on the screen of a room, from the first vote to the result. With a rule, or with "Not sure",
 * the result is a long sentence, which must be larger and still fit.
 */
export function questionSize({ Title, passRule, unsure }: SizedSurvey) {
  const size = SIZES.find(([length]) => Title.length <= length)?.[1] ?? "longest";
  return size === "short" && (passRule || unsure) ? "medium" : size;
}
