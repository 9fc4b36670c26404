import * as askTexts from "@survey-app/texts/askTexts.ts";

/**
 * The date or time of a form that is typed in part, or that was chosen and left empty, and what to do. To scripts such a field is
 * empty, so that it would be ignored without a word.
 */
export function unfinishedTime(formId: string): { name: "createDate" | "deadline"; message: string } | null {
  const inputs = document.getElementById(formId)?.querySelectorAll<HTMLInputElement>("input[data-time]") ?? [];
  for (const { validity, dataset } of inputs) {
    const name = dataset.time === "createDate" ? "createDate" : "deadline";
    if (validity.badInput) return { name, message: askTexts.unfinishedTime };
    if (validity.valueMissing) return { name, message: askTexts.end.dateNeeded };
  }
  return null;
}
