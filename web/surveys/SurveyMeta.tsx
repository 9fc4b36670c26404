import type { Survey } from "@survey-app/contract/surveys.ts";
import { useSettings } from "../session/settings.ts";
import { PageMeta } from "../ui/PageMeta.tsx";

/** What a link to the survey shows where it is shared. */
export function SurveyMeta({ survey }: { survey: Survey }) {
  const { publicUrl } = useSettings();
  const { _id, Title, Description, totalVotes, yesVotes, image } = survey;
  const result = totalVotes ? `${Math.round((100 * yesVotes) / totalVotes)} % yes of ${totalVotes} votes. ` : "";
  return (
    <PageMeta
      title={Title}
      text={`${result}${Description}`.slice(0, 200) || "Vote yes or no."}
      address={`${publicUrl}/surveydetails/${_id}`}
      // Uploads have an address without a host.
      image={image.startsWith("/") ? publicUrl + image : image}
    />
  );
}
