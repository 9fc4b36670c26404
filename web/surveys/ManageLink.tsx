import type { Survey } from "@survey-app/contract/surveys.ts";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { useUser } from "../session/useSession.ts";
import * as ownSurveyTexts from "../texts/ownSurveyTexts.ts";
import { LinkButton } from "../ui/LinkButton.tsx";

/** On a survey's public page, for its owner and admins: leads to the page where they manage it. */
export function ManageLink({ survey }: { survey: Pick<Survey, "_id" | "email"> }) {
  const user = useUser();
  // Others see a masked address.
  if (user?.role !== "admin" && user?.email !== survey.email) return null;
  return (
    <LinkButton look="quiet" small href={ownSurveyAddress(survey._id)} className="print:hidden">
      {ownSurveyTexts.manage}
    </LinkButton>
  );
}
