import type { Survey } from "@survey-app/contract/surveys.ts";
import { UserText } from "../ui/UserText.tsx";

/** A survey's title as the link to its page, in tables. */
export function SurveyTitle({ survey: { _id, Title } }: { survey: Survey }) {
  return (
    <a
      href={`/surveydetails/${_id}`}
      title={Title}
      className="line-clamp-3 font-semibold underline-offset-4 hover:underline md:min-w-32"
    >
      <UserText>{Title}</UserText>
    </a>
  );
}
