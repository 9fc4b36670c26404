import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { useSearchParams } from "../routing/address.ts";
import { OriginalLink } from "../surveys/OriginalLink.tsx";
import { UnreviewedNote } from "../surveys/UnreviewedNote.tsx";

/** Below a question, where there is something to say: that it is translated, and that no admin has reviewed it. */
export function HeaderNotes({ survey }: { survey: Survey }) {
  const search = useSearchParams();
  return (
    <>
      <OriginalLink survey={survey} search={search} />
      <UnreviewedNote survey={survey} />
    </>
  );
}
