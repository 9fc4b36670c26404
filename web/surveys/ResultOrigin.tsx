import type { Survey } from "@survey-app/contract/surveys.ts";
import { useMemo } from "react";
import { useSettings } from "../session/settings.ts";
import * as resultTexts from "../texts/resultTexts.ts";
import { createQrCode, toSvg } from "./qrCode.ts";

/** Only on paper: where the result is from, as a link to type and as a QR code to scan. */
export function ResultOrigin({ survey }: { survey: Survey }) {
  const { publicUrl } = useSettings();
  const url = `${publicUrl}/surveys/${survey._id}/results`;
  const svg = useMemo(() => toSvg(createQrCode(url)), [url]);
  return (
    <div className="hidden items-center gap-5 border-t border-line pt-4 print:flex">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={resultTexts.qrCodeOf(survey.Title)}
        width={112}
        height={112}
        className="shrink-0"
      />
      <p className="text-sm">
        {resultTexts.onPaper}
        <span className="block break-all">{url}</span>
      </p>
    </div>
  );
}
