import { CARD_SIZE, cardAlt, cardPath, getOembed } from "@survey-app/contract/sharing.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { address } from "../api/api.ts";
import { useSettings } from "../session/settings.ts";

/** What programs read of a survey's page: its card, its feed, and how to embed it. */
export function SharedMeta({ survey, url }: { survey: Survey; url: string }) {
  const { publicUrl } = useSettings();
  const oembed = address(getOembed, { query: { url, format: "json" } });
  return (
    <>
      <meta property="og:image" content={publicUrl + cardPath(survey)} />
      <meta property="og:image:width" content={String(CARD_SIZE.width)} />
      <meta property="og:image:height" content={String(CARD_SIZE.height)} />
      <meta property="og:image:alt" content={cardAlt(survey)} />
      <meta name="twitter:card" content="summary_large_image" />
      <link
        rel="alternate"
        type="application/json+oembed"
        href={new URL(oembed, publicUrl).href}
        title={survey.Title}
      />
    </>
  );
}
