import { describeResult } from "@survey-app/contract/resultText.ts";
import { CARD_SIZE, cardAlt, cardPath, getOembed } from "@survey-app/contract/sharing.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { address } from "../api/api.ts";
import { useSettings } from "../session/settings.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { cutAtWord } from "../ui/cutAtWord.ts";
import { PageMeta } from "../ui/PageMeta.tsx";
import { useHasEnded } from "./serverTime.ts";
import { surveyUrl } from "./surveyUrl.ts";

/** Length of a description that search engines and social networks show, in characters. */
const DESCRIPTION_MAX = 200;

/** Metadata for shared links to the survey. */
export function SurveyMeta({ survey }: { survey: Survey }) {
  const { publicUrl } = useSettings();
  const { _id, Title, Description, participants } = survey;
  const url = surveyUrl(publicUrl, _id);
  const ended = useHasEnded(survey);
  const result = participants ? `${describeResult(survey, ended)}. ` : "";
  return (
    <>
      <PageMeta
        title={Title}
        text={cutAtWord(`${result}${Description}`, DESCRIPTION_MAX) || surveyTexts.pageText}
        address={url}
      />
      <meta property="og:image" content={publicUrl + cardPath(survey)} />
      <meta property="og:image:width" content={String(CARD_SIZE.width)} />
      <meta property="og:image:height" content={String(CARD_SIZE.height)} />
      <meta property="og:image:alt" content={cardAlt(survey)} />
      <meta name="twitter:card" content="summary_large_image" />
      <link rel="alternate" type="application/atom+xml" href={`/surveys/${_id}/feed.atom`} title={Title} />
      <link
        rel="alternate"
        type="application/json+oembed"
        href={new URL(address(getOembed, { query: { url, format: "json" } }), publicUrl).href}
        title={Title}
      />
    </>
  );
}
