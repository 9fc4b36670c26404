import { change } from "@survey-app/contract/ballots/rights.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { may } from "../session/may.ts";
import { useOwner } from "../session/useSession.ts";

/** On a survey's public page, for its owners and admins: leads to the page where they manage it. */
export function ManageLink({ survey }: { survey: Pick<Survey, "_id" | "email" | "coOwned"> }) {
  const user = useOwner();
  if (!may(change, user, survey)) return null;
  return (
    <a
      href={ownSurveyAddress(survey._id)}
      className="py-2 text-sm font-semibold underline underline-offset-4 print:hidden"
    >
      {ownSurveyTexts.manage}
    </a>
  );
}
