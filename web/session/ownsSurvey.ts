import type { Survey } from "@survey-app/contract/surveys.ts";
import type { User } from "@survey-app/contract/users.ts";

/** Whether a user owns a survey, alone or with others. Others see a masked address. */
export const ownsSurvey = (user: User | null, survey: Pick<Survey, "email" | "coOwned">): boolean =>
  user !== null && (user.email === survey.email || survey.coOwned === true);
