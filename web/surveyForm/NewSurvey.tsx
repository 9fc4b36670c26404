import { useOwnSurvey } from "../managing/useOwnSurvey.ts";
import { useSearchParams } from "../routing/address.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { SurveyForm } from "./SurveyForm.tsx";

/** A surveyor's form for a new survey; empty, or with a copy of one of their surveys, as the URL says. */
export function NewSurvey() {
  const original = useSearchParams().get("copy");
  return original && /^[\w-]{1,64}$/.test(original) ? <CopiedSurvey key={original} id={original} /> : <SurveyForm />;
}

function CopiedSurvey({ id }: { id: string }) {
  const { survey, isMissing, failure } = useOwnSurvey(id);
  // The form works without the copy too.
  if (isMissing || failure) return <SurveyForm />;
  if (!survey) return <Skeleton className="h-80 w-full" />;
  return <SurveyForm original={survey} />;
}
