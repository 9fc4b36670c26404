import { describeResult } from "@survey-app/contract/resultText.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { useSettings } from "../session/settings.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { cutAtWord } from "../ui/cutAtWord.ts";
import { PageMeta } from "../ui/PageMeta.tsx";
import { pictureAddress } from "../ui/pictureAddress.ts";
import { useHasEnded } from "./serverTime.ts";
import { surveyUrl } from "./surveyUrl.ts";

/** Length of a description that search engines and social networks show, in characters. */
const DESCRIPTION_MAX = 200;

/** Metadata for shared links to the survey. */
export function SurveyMeta({ survey }: { survey: Survey }) {
  const { publicUrl } = useSettings();
  const { _id, Title, Description, participants, image } = survey;
  const ended = useHasEnded(survey);
  const result = participants ? `${describeResult(survey, ended)}. ` : "";
  return (
    <PageMeta
      title={Title}
      text={cutAtWord(`${result}${Description}`, DESCRIPTION_MAX) || surveyTexts.pageText}
      address={surveyUrl(publicUrl, _id)}
      // Uploads have a URL without a host.
      image={new URL(pictureAddress(image), publicUrl).href}
    />
  );
}
