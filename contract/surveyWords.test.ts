import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import { expect, test } from "vitest";
import { answersOf } from "./ballots.ts";
import { categoryNames } from "./categoryNames.ts";
import { UNPUBLISH_REASONS } from "./moderation.ts";
import { CATEGORIES, stateWord } from "./surveys.ts";

test("the words for surveys are those of the specification in English", () => {
  expect(categoryNames).toEqual(CATEGORIES);
  expect(surveyWords.unpublishReasons).toEqual(UNPUBLISH_REASONS);
  for (const each of [true, false]) {
    expect(surveyWords.state(each)).toBe(stateWord(each));
    expect(surveyWords.answers(each)).toBe(answersOf(each));
  }
});
