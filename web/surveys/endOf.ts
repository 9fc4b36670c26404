import type { Survey } from "@survey-app/contract/surveys.ts";

/** When voting ends or ended, null for never: a survey can be closed before its deadline, or without one. */
export const endOf = ({ deadline, closedAt }: Survey): string | null =>
  closedAt !== null && (deadline === null || closedAt < deadline) ? closedAt : deadline;
