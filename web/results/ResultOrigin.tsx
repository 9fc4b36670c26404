import { describeHead } from "@survey-app/contract/results/resultLabelText.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as resultTexts from "@survey-app/texts/resultTexts.ts";
import { useSettings } from "../api/settings.ts";
import { QrCodeImage } from "../sharing/QrCodeImage.tsx";

/**
 * Only on paper: where the result is from, as a link to type and as a QR code to scan, with the hash of the final
 * numbers.
 */
export function ResultOrigin({ survey }: { survey: FullSurvey }) {
  const { publicUrl } = useSettings();
  const url = `${publicUrl}/surveys/${survey._id}/results`;
  return (
    <div className="hidden items-center gap-5 border-t border-line pt-4 print:flex">
      <QrCodeImage text={url} alt={resultTexts.qrCodeOf(survey.Title)} className="size-20 shrink-0" />
      <p className="text-xs">
        {resultTexts.onPaper}
        <span dir="ltr" className="block break-all">
          {url}
        </span>
        <span className="mt-1 block wrap-anywhere text-muted">{describeHead(survey.label)}</span>
      </p>
    </div>
  );
}
