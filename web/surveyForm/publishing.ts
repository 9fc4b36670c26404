import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as stateTexts from "@survey-app/texts/askStateTexts.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import { useSettings } from "../api/settings.ts";
import { startsLater } from "../managing/fieldTime.ts";
import type { SurveyValues } from "../managing/surveyValues.ts";
import { isRequestingSurveyor } from "../session/isRequestingSurveyor.ts";
import { opensUnlisted } from "../session/useAsksUnlisted.ts";
import { useNeedsReview } from "../session/useNeedsReview.ts";
import { useUser } from "../session/useSession.ts";
import { askedOf } from "./askedValues.ts";

/** What happens to a question after the form's button is pressed. */
interface Publishing {
  /** Whether an admin publishes it. */
  isReviewed: boolean;
  /** Whether a visitor asks it without an account. */
  isOfGuest: boolean;
  /** Whether its asker has to confirm an email address first: the server refuses it until then. */
  mustConfirm: boolean;
}

/**
 * What happens to the question in the form. A visitor is a guest where that is possible, and otherwise the user who
 * they become.
 */
export function usePublishing(values: Partial<SurveyValues>): Publishing {
  const user = useUser();
  const settings = useSettings();
  const asked = askedOf(values);
  const isReviewed = useNeedsReview(asked);
  const asks = user === null || isRequestingSurveyor(user);
  const isUnlisted = asks && opensUnlisted(settings) && !asked.listed;
  const isOfGuest = user === null && asked.electorate === "link" && mayAsk("unlisted", "guest", settings);
  const isRequest = asks && !isUnlisted && !isOfGuest;
  return {
    isOfGuest,
    isReviewed: isReviewed || (isRequest && settings.surveyors === "request"),
    mustConfirm: asks && !isOfGuest && !user?.emailVerified && (isUnlisted || settings.surveyors === "everyone"),
  };
}

/** The label of the main button. @param survey the stored survey; undefined for a new one */
export function useSubmitLabel(survey: Survey | undefined, values: Partial<SurveyValues>): string {
  const user = useUser();
  const { isReviewed, isOfGuest } = usePublishing(values);
  const isUnlisted = opensUnlisted(useSettings()) && !askedOf(values).listed;
  if (isOfGuest) return askTexts.submit[survey ? "update" : "publish"];
  if (!user) return askTexts.submit.visitor;
  const asks = isRequestingSurveyor(user) && !isUnlisted;
  if (survey && !asks) return askTexts.submit.update;
  return isReviewed ? askTexts.submit.review : askTexts.submit.publish;
}

/** The sentence beside the button of a new question: what happens next. */
export function usePublishingText(values: SurveyValues, timeZone: string): string {
  const user = useUser();
  const { isReviewed, isOfGuest, mustConfirm } = usePublishing(values);
  const words = stateTexts.publishing;
  const then = isReviewed
    ? words.review
    : startsLater(values.createDate, timeZone) && values.scheduled
      ? words.atStart
      : words.rightAway;
  if (!user && !isOfGuest) return `${words.visitor} ${mustConfirm && !isReviewed ? words.confirm : then}`;
  return mustConfirm && !isReviewed ? words.confirm : then;
}
