import type { DemoSurvey } from "./demoSurvey.ts";
import { beverageMakers } from "./questions/beverageMakers.ts";
import { cleaningTools } from "./questions/cleaningTools.ts";
import { cookingAppliances } from "./questions/cookingAppliances.ts";
import { foodPreparation } from "./questions/foodPreparation.ts";
import { storageSolutions } from "./questions/storageSolutions.ts";

const byCategory = [cookingAppliances, beverageMakers, cleaningTools, foodPreparation, storageSolutions];
const longest = Math.max(...byCategory.map((list) => list.length));

/** One of each category in turn, so that lists look mixed; the index also picks the picture's palette. */
export const questions: readonly DemoSurvey[] = Array.from({ length: longest }, (_, round) =>
  byCategory.flatMap((list) => list.slice(round, round + 1)),
).flat();
