import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import type { Category } from "./surveyFields.ts";

/** The names of categories, as people see them (specification §3.2). */
export const categoryNames: Record<Category, string> = {
  "Cooking Appliances": surveyWords.categories.satisfaction,
  "Food Preparation": surveyWords.categories.performance,
  "Beverage Makers": surveyWords.categories.features,
  "Cleaning Tools": surveyWords.categories.cleaning,
  "Storage Solutions": surveyWords.categories.efficiency,
};
