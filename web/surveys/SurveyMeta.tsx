import { cutAtWord } from "@survey-app/contract/cutAtWord.ts";
import { describeResult } from "@survey-app/contract/resultText.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { useSettings } from "../session/settings.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { PageMeta } from "../ui/PageMeta.tsx";
import { surveyUrl } from "./surveyUrl.ts";

/** Length of a description that search engines and social networks show, in characters. */
const DESCRIPTION_MAX = 200;

/** Metadata for shared links to the survey. */
export function SurveyMeta({ survey }: { survey: Survey }) {
  const { publicUrl } = useSettings();
  const { _id, Title } = survey;
  // Only in the server's HTML, which search engines read: browsers need no code for it.
  const text = import.meta.env.SSR ? describe(survey) : "";
  return <PageMeta title={Title} text={text} address={surveyUrl(publicUrl, _id)} />;
}

/** No numbers while people vote: search engines and networks keep what they have read. */
function describe({ Description, ...survey }: Survey): string {
  const result = survey.closedAt !== null && survey.participants ? `${describeResult(survey, true)}. ` : "";
  return cutAtWord(`${result}${Description}`, DESCRIPTION_MAX) || surveyTexts.pageText;
}
