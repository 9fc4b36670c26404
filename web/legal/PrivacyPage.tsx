import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { PageFallback } from "../layout/PageFallback.tsx";
import { PageHeader } from "../layout/PageHeader.tsx";
import { LegalDocument } from "./LegalDocument.tsx";
import { useLegalText } from "./useLegalText.ts";

export function PrivacyPage() {
  const { parts, ...loading } = useLegalText("privacy");
  if (!parts) return <PageFallback {...loading} title={frameTexts.privacy} />;
  return (
    <div className="page frame-read">
      <PageHeader title={frameTexts.privacy} />
      <LegalDocument parts={parts} />
    </div>
  );
}
