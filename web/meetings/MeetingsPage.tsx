import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as formTexts from "@survey-app/texts/meetingFormTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { OwnMeetings } from "./OwnMeetings.tsx";

export function MeetingsPage() {
  return (
    <>
      <PageHeader
        title={hostTexts.title}
        text={hostTexts.text}
        action={
          <LinkButton small href="/dashboard/meetings/new">
            {formTexts.title}
          </LinkButton>
        }
      />
      <OwnMeetings />
    </>
  );
}
