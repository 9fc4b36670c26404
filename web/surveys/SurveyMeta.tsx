import { describeFinal } from "@survey-app/contract/results/passedText.ts";
import { LINK_CLAIM } from "@survey-app/contract/results/resultText.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { UNREVIEWED_TITLE } from "@survey-app/contract/surveys/unreviewedTitle.ts";
import { cutAtWord } from "@survey-app/contract/text/cutAtWord.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { useSettings } from "../api/settings.ts";
import { PageMeta } from "../routing/PageMeta.tsx";
import { isForSearchEngines } from "./isForSearchEngines.ts";
import { surveyUrl } from "./surveyUrl.ts";

/** Length of a description that search engines and social networks show, in characters. */
const DESCRIPTION_MAX = 200;

/** Metadata for shared links to the survey. */
export function SurveyMeta({ survey }: { survey: Survey }) {
  const { publicUrl, languages } = useSettings();
  // Only in the server's HTML, which search engines read: browsers don't need code for it.
  const described = import.meta.env.SSR ? describe(survey) : { title: survey.Title, text: survey.Title };
  return (
    <PageMeta
      {...described}
      address={surveyUrl(publicUrl, survey._id)}
      languages={languages}
      isUnlisted={!isForSearchEngines(survey)}
    />
  );
}

/** The description alone, for pages of a survey that are not shared. */
export function SurveyDescription({ survey }: { survey: Survey }) {
  return import.meta.env.SSR && <meta name="description" content={describe(survey).text} />;
}

/**
 * Without numbers while people vote: search engines and networks keep what they have read. No one vouches for the words
 * of some surveys.
 */
function describe({ Title, Description, ...survey }: Survey): { title: string; text: string } {
  if (survey.unreviewed) return { title: UNREVIEWED_TITLE, text: surveyTexts.pageText };
  const claim = survey.electorate === "link" ? `${LINK_CLAIM} ` : "";
  const result = survey.closedAt !== null && survey.participants ? `${describeFinal(survey)}. ${claim}` : claim;
  return { title: Title, text: cutAtWord(`${result}${Description}`, DESCRIPTION_MAX) || surveyTexts.pageText };
}
