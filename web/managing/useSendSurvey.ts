import { askAsGuest } from "@survey-app/contract/account/guests.ts";
import { createSurveyorRequest, updateMySurveyorRequest } from "@survey-app/contract/surveys/surveyorRequests.ts";
import { createSurvey, type FullSurvey, updateSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import { createUnlistedSurvey } from "@survey-app/contract/votes/unlistedSurveys.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { invalidateAndWait } from "../api/queryClient.ts";
import { loadSignedIn, requireCookies } from "../session/cookies.ts";
import { isRequestingSurveyor } from "../session/isRequestingSurveyor.ts";
import { refreshSession } from "../session/session.ts";
import { useAsksUnlisted } from "../session/useAsksUnlisted.ts";
import { useOwner } from "../session/useSession.ts";
import { ownRequest } from "./asking.ts";
import type { SurveyValues } from "./surveyValues.ts";

/**
 * Creates a survey, or changes `survey`; resolves to its id, or to null if nothing changed. Users who are not surveyors
 * send it as their request to become one, unless they may ask it because it is unlisted. Visitors become guests with
 * it.
 * @param onStored called before the page's data is read again
 * @param original the survey that a new one is copied from
 */
export function useSendSurvey(survey: FullSurvey | undefined, original: FullSurvey | undefined, onStored: () => void) {
  const client = useQueryClient();
  const user = useOwner();
  const email = user?.email;
  const asks = isRequestingSurveyor(user);
  const asksUnlisted = useAsksUnlisted();
  const request = useQuery(ownRequest(user)).data;
  return useMutation({
    mutationFn: async ({ note, ...form }: SurveyValues): Promise<string | null> => {
      if (user === null || user.isGuest) return sendAsGuest(withDrawing(form), { survey, note, email });
      if (survey) {
        const isRequest = asks && (!asksUnlisted || request?.survey._id === survey._id);
        const { modifiedCount } = isRequest
          ? await api(updateMySurveyorRequest, { body: { ...form, email } })
          : await api(updateSurvey, {
              params: { id: survey._id },
              body: { ...(asks ? withDrawing(form) : form), note, email },
            });
        return modifiedCount > 0 ? survey._id : null;
      }
      if (!asks) return (await api(createSurvey, { body: { ...form, copyOf: original?._id, email } })).insertedId;
      if (asksUnlisted && form.electorate !== "everyone" && !form.listed)
        return (await api(createUnlistedSurvey, { body: { ...withDrawing(form), copyOf: original?._id, email } }))
          .insertedId;
      const { insertedId } = await api(createSurveyorRequest, { body: { ...form, email } });
      // The first question may have made the user a surveyor.
      await refreshSession();
      return insertedId;
    },
    onSuccess: (id) => {
      if (id !== null) onStored();
      return invalidateAndWait(client, ["surveys"]);
    },
    // An error means that the survey has changed.
    onError: () => void invalidateAndWait(client, ["surveys"]),
  });
}

/** @param note below the description of `survey`, which the form changes */
async function sendAsGuest(
  form: Omit<SurveyValues, "note">,
  { survey, note, email }: { survey: FullSurvey | undefined; note: SurveyValues["note"]; email: string | undefined },
): Promise<string | null> {
  if (survey) {
    const { modifiedCount } = await api(updateSurvey, { params: { id: survey._id }, body: { ...form, note, email } });
    return modifiedCount > 0 ? survey._id : null;
  }
  if (email !== undefined) return (await api(createUnlistedSurvey, { body: { ...form, email } })).insertedId;
  requireCookies();
  const asked = await api(askAsGuest, { body: form });
  await loadSignedIn(asked);
  return asked.insertedId;
}

/** The form with a drawing in place of its picture, for people whose pictures no admin has looked at. */
const withDrawing = <Form extends Pick<SurveyValues, "category">>(form: Form) => ({
  ...form,
  image: drawingPath(form.category),
});
