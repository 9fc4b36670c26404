import { Failure } from "../layout/Failure.tsx";
import { PageHeader } from "../layout/PageHeader.tsx";
import { PageSkeleton } from "../layout/PageSkeleton.tsx";
import { LegalDocument } from "../legal/LegalDocument.tsx";
import { useLegalText } from "../legal/useLegalText.ts";
import * as frameTexts from "../texts/frameTexts.ts";

export function PrivacyPage() {
  const { parts, failure, retry } = useLegalText("privacy");
  if (failure) return <Failure onRetry={retry} requestId={failure.requestId} />;
  if (parts === undefined) return <PageSkeleton title={frameTexts.privacy} />;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-12 sm:py-16">
      <PageHeader title={frameTexts.privacy} />
      <LegalDocument parts={parts} />
    </div>
  );
}
