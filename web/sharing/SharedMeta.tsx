import type { PageSettings } from "@survey-app/contract/pageSettings.ts";
import { CARD_SIZE, cardAlt, cardPath, getOembed, isEmbeddable } from "@survey-app/contract/sharing/sharing.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import type { Translated } from "@survey-app/contract/surveys/translations.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { address } from "../api/api.ts";
import { surveyUrl } from "../surveys/surveyUrl.ts";

interface SharedMetaProps {
  survey: Translated<Survey>;
  settings: Pick<PageSettings, "publicUrl" | "site">;
}

/**
 * The data of a survey's page for programs: its card, its feed, and how to embed it; only a card without words while
 * no one vouches for it. Only in the server's HTML.
 */
export function SharedMeta({ survey, settings }: SharedMetaProps) {
  const { publicUrl } = settings;
  if (survey.unreviewed) return <CardMeta survey={survey} settings={settings} />;
  const url = surveyUrl(publicUrl, survey._id) + (survey.original ? `?lang=${LANGUAGE}` : "");
  const oembed = address(getOembed, { query: { url, format: "json" } });
  return (
    <>
      <CardMeta survey={survey} settings={settings} />
      <link
        rel="alternate"
        type="application/atom+xml"
        href={`/surveys/${survey._id}/feed.atom`}
        title={survey.Title}
      />
      {isEmbeddable(survey) && (
        <link
          rel="alternate"
          type="application/json+oembed"
          href={new URL(oembed, publicUrl).href}
          title={survey.Title}
        />
      )}
    </>
  );
}

function CardMeta({ survey, settings: { publicUrl, site } }: SharedMetaProps) {
  return (
    <>
      <meta property="og:image" content={publicUrl + cardPath(survey, site)} />
      <meta property="og:image:width" content={String(CARD_SIZE.width)} />
      <meta property="og:image:height" content={String(CARD_SIZE.height)} />
      <meta property="og:image:alt" content={cardAlt(survey)} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image:alt" content={cardAlt(survey)} />
    </>
  );
}
