/**
 * The field of a form with a date or time that is typed in part. To scripts it is empty, so it would be ignored
 * silently: a survey with half a deadline would be stored without an end.
 */
export function unfinishedTime(formId: string): "createDate" | "deadline" | null {
  const inputs = document.getElementById(formId)?.querySelectorAll<HTMLInputElement>("input[data-time]") ?? [];
  const unfinished = [...inputs].find(({ validity }) => validity.badInput);
  if (!unfinished) return null;
  return unfinished.dataset.time === "createDate" ? "createDate" : "deadline";
}
