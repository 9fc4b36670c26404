import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { useSettings } from "../api/settings.ts";
import { Icon } from "../ui/Icon.tsx";
import { withoutScheme } from "./withoutScheme.ts";

/** Warns people of a survey that no one vouches for, on every page that shows its words. */
export function UnreviewedNote({ survey, className = "" }: { survey: Pick<Survey, "unreviewed">; className?: string }) {
  const { publicUrl } = useSettings();
  if (!survey.unreviewed) return null;
  return (
    <p className={`flex items-center gap-2 text-sm font-medium ${className}`}>
      <Icon name="warning" size={16} />
      {surveyTexts.unreviewed(withoutScheme(publicUrl))}
    </p>
  );
}
