import * as askTexts from "@survey-app/texts/askTexts.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { SurveyForm } from "./SurveyForm.tsx";
import { emptyFor } from "./shortForm.ts";

interface KeptQuestionProps {
  email: string;
  /** Confirms the address. */
  confirm: () => Promise<void>;
  /** Called by a person who only confirms the address. */
  onOnly: () => void;
}

/**
 * The question that was kept for the link which confirms its writer's email address, as people will see it. One button
 * confirms the address and publishes it: the link does neither, because scanners of emails open links.
 */
export function KeptQuestion({ email, confirm, onOnly }: KeptQuestionProps) {
  const timeZone = useTimeZone();
  return (
    <SurveyForm
      comesBack
      short={emptyFor("hands", timeZone)}
      confirming={{ text: askTexts.confirmFirst.explained(email), confirm, onlyConfirm: onOnly }}
    />
  );
}
