import type { Survey } from "@survey-app/contract/surveys.ts";

/** What a link to the survey shows where it is shared. */
export function SurveyMeta({ survey }: { survey: Survey }) {
  const { Title, Description, totalVotes, yesVotes, image } = survey;
  const result = totalVotes ? `${Math.round((100 * yesVotes) / totalVotes)} % yes of ${totalVotes} votes. ` : "";
  const text = `${result}${Description}`.slice(0, 200) || "Vote yes or no.";
  return (
    <>
      <meta name="description" content={text} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={Title} />
      <meta property="og:description" content={text} />
      <meta property="og:image" content={image} />
    </>
  );
}
