import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { UserText } from "../ui/UserText.tsx";

/** A survey's title as the link to its owner's page, in tables for its owner and admins. */
export function SurveyTitle({ survey: { _id, Title, language } }: { survey: Survey }) {
  return (
    <a
      href={ownSurveyAddress(_id)}
      className="line-clamp-3 font-semibold underline-offset-4 hover:underline md:min-w-32"
    >
      <UserText of={{ Title, language }} title={Title} />
    </a>
  );
}
