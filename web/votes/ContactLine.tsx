import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { UserText } from "../ui/UserText.tsx";

/** The contact for questions about a survey, in its owner's words. */
export function ContactLine({ contact }: { contact: string | undefined }) {
  if (!contact) return null;
  return <p className="text-sm text-muted wrap-anywhere">{surveyTexts.askContact(<UserText>{contact}</UserText>)}</p>;
}
