import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { PageFallback } from "../layout/PageFallback.tsx";
import { PageHeader } from "../layout/PageHeader.tsx";
import { LegalDocument } from "./LegalDocument.tsx";
import { useLegalText } from "./useLegalText.ts";

export function TermsPage() {
  const { parts, ...loading } = useLegalText("terms");
  if (!parts) return <PageFallback {...loading} title={frameTexts.terms} />;
  return (
    <div className="page frame-read">
      <PageHeader title={frameTexts.terms} />
      <LegalDocument parts={parts} />
    </div>
  );
}
