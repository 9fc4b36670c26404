import { Failure } from "../layout/Failure.tsx";
import { PageHeader } from "../layout/PageHeader.tsx";
import { PageSkeleton } from "../layout/PageSkeleton.tsx";
import { LegalDocument } from "../legal/LegalDocument.tsx";
import { useLegalText } from "../legal/useLegalText.ts";
import * as frameTexts from "../texts/frameTexts.ts";

export function TermsPage() {
  const { parts, failure, retry } = useLegalText("terms");
  if (failure) return <Failure onRetry={retry} requestId={failure.requestId} />;
  if (parts === undefined) return <PageSkeleton title={frameTexts.terms} />;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-12 sm:py-16">
      <PageHeader title={frameTexts.terms} />
      <LegalDocument parts={parts} />
    </div>
  );
}
