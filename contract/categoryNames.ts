import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import type { Category } from "./surveys.ts";

const { categories } = surveyWords;

/** The names of categories, as people see them (spec §3). */
export const categoryNames: Record<Category, string> = {
  "Cooking Appliances": categories.satisfaction,
  "Food Preparation": categories.performance,
  "Beverage Makers": categories.features,
  "Cleaning Tools": categories.cleaning,
  "Storage Solutions": categories.efficiency,
};
