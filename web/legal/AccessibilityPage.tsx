import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { PageFallback } from "../layout/PageFallback.tsx";
import { PageHeader } from "../layout/PageHeader.tsx";
import { LegalDocument } from "./LegalDocument.tsx";
import { useLegalText } from "./useLegalText.ts";

export function AccessibilityPage() {
  const { parts, ...loading } = useLegalText("accessibility");
  if (!parts) return <PageFallback {...loading} title={frameTexts.accessibility} />;
  return (
    <div className="page frame-read">
      <PageHeader title={frameTexts.accessibility} />
      <LegalDocument parts={parts} />
    </div>
  );
}
