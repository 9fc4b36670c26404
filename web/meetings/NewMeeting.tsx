import * as errorTexts from "@survey-app/texts/errorTexts.ts";
import { useSettings } from "../api/settings.ts";
import { useSavedLists } from "../invitations/voterLists/TakeFromList.tsx";
import { useSearchParams } from "../routing/address.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { NewMeetingForm } from "./NewMeetingForm.tsx";

/** The form for a new meeting; with the list and the questions of an earlier one, as the URL says. */
export function NewMeeting() {
  const { surveyReview } = useSettings();
  const original = useSearchParams().get("copy");
  // They stand in the middle of the form, which would move when they come later. The form is higher than a phone, as is
  // its skeleton.
  const { isLoading } = useSavedLists();
  // The drafts of a meeting are never reviewed.
  if (surveyReview === "all") return <p className="rounded-xl bg-sunken px-4 py-3">{errorTexts.meetingsOff}</p>;
  if (isLoading) return <Skeleton className="h-screen max-w-read" />;
  const copyOf = original && /^[\w-]{1,64}$/.test(original) ? original : null;
  return <NewMeetingForm key={copyOf} copyOf={copyOf} />;
}
