import type { LegalPage } from "@survey-app/contract/legal.ts";
import { LegalDocument } from "../legal/LegalDocument.tsx";
import { useLegalText } from "../legal/useLegalText.ts";
import { PageFallback } from "./PageFallback.tsx";
import { PageHeader } from "./PageHeader.tsx";

/** A page with one of the operator's texts. */
export function LegalTextPage({ page, title }: { page: LegalPage; title: string }) {
  const { parts, ...loading } = useLegalText(page);
  if (!parts) return <PageFallback {...loading} title={title} />;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-12 sm:py-16">
      <PageHeader title={title} />
      <LegalDocument parts={parts} />
    </div>
  );
}
