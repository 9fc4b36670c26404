import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { surveyUrl } from "../surveys/surveyUrl.ts";

/**
 * The data about a survey for search engines (https://schema.org/Question); null if its page is not for them. Numbers
 * only of a closed survey whose result everyone sees: search engines keep what they have read.
 */
export function structuredData(survey: FullSurvey, publicUrl: string): object | null {
  // A survey for the people on a list, or everyone with the link, is not for search engines.
  if (survey.electorate !== "everyone") return null;
  const { _id, Title, Description, label, closedAt, userName, participants } = survey;
  const url = surveyUrl(publicUrl, _id);
  const answers = closedAt === null ? [] : answersOf(survey, url);
  return {
    "@context": "https://schema.org",
    "@type": "QAPage",
    url,
    mainEntity: {
      "@type": "Question",
      name: Title,
      text: Description || Title,
      ...(survey.language !== null && { inLanguage: survey.language }),
      datePublished: label.asked.from,
      ...(closedAt !== null && { dateModified: closedAt }),
      author: { "@type": "Person", name: userName },
      answerCount: answers.length,
      ...(answers.length > 0 && { upvoteCount: participants, suggestedAnswer: answers }),
    },
  };
}

function answersOf({ yesVotes, noVotes, unsureVotes, unsure }: FullSurvey, url: string): object[] {
  const counts = [
    ["Yes", yesVotes],
    ["No", noVotes],
    ["Not sure", unsure ? unsureVotes : null],
  ] as const;
  return counts.flatMap(([text, upvoteCount]) =>
    upvoteCount === null ? [] : [{ "@type": "Answer", text, upvoteCount, url }],
  );
}
