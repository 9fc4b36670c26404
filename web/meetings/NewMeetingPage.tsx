import * as formTexts from "@survey-app/texts/meetingFormTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { NewMeeting } from "./NewMeeting.tsx";

export function NewMeetingPage() {
  return (
    <>
      <PageHeader title={formTexts.title} text={formTexts.text} />
      <NewMeeting />
    </>
  );
}
