import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useState } from "react";
import { useSettings } from "../api/settings.ts";
import { AddPeople } from "../invitations/AddPeople.tsx";
import { EndedCodes } from "../invitations/EndedCodes.tsx";
import { InvitationsTable } from "../invitations/InvitationsTable.tsx";
import { ListAndCodes } from "../invitations/ListAndCodes.tsx";
import { ReplaceAllCodes } from "../invitations/ReplaceAllCodes.tsx";
import { WaitingPeople } from "../invitations/WaitingPeople.tsx";
import { SendMeetingLinks } from "./SendMeetingLinks.tsx";
import { takesCodes } from "./takesCodes.ts";

/** The list of a meeting, for its owner: who is added or removed while it runs counts from the next question on. */
export function MeetingPeople({ meeting }: { meeting: ManagedMeeting }) {
  const { meetingId, name, language, begun, endedAt, people, codes, replaced, notSent, unreviewed } = meeting;
  const { mail } = useSettings();
  const [isAdding, setAdding] = useState(false);
  const isOver = endedAt !== null;
  const canHaveCodes = takesCodes(meeting);
  const holder = {
    _id: meetingId,
    isOpen: !isOver,
    isOver,
    removeText: begun ? hostTexts.removeLateText : invitationTexts.removeText,
    replaceText: hostTexts.replaceText,
  };
  const sheet = { Title: name, language, contact: "", unreviewed };
  const canMail = mail !== "off" && !unreviewed;
  return (
    <ListAndCodes sheet={sheet} className="space-y-10">
      {(onCodes) => (
        <>
          {!isOver && (
            <WaitingPeople
              listId={meetingId}
              expected={meeting.waiting}
              takesCodes={canHaveCodes}
              isSecret={false}
              onCodes={onCodes}
            />
          )}
          {(isAdding || !isOver) && (
            <AddPeople
              listId={meetingId}
              takesCodes={canHaveCodes}
              isEmpty={people === 0}
              note={begun ? hostTexts.lateText : null}
              onCodes={onCodes}
              onAdding={setAdding}
            />
          )}
          {isOver && <p className="rounded-xl bg-sunken px-4 py-3">{hostTexts.listEnded}</p>}
          <section aria-labelledby="list" className="space-y-4">
            <h2 id="list" className="text-xl">
              {invitationTexts.title}
            </h2>
            {mail === "off" && <p className="text-muted">{invitationTexts.mailOff}</p>}
            {unreviewed && mail !== "off" && !isOver && <p className="text-muted">{hostTexts.unreviewed}</p>}
            {!isOver && begun && notSent > 0 && canMail && <SendMeetingLinks meeting={meeting} look="quiet" />}
            {!isOver && <EndedCodes surveyId={meetingId} onCodes={onCodes} />}
            <InvitationsTable holder={holder} onCodes={onCodes} />
            {!isOver && codes > 0 && <ReplaceAllCodes listId={meetingId} replaced={replaced} onCodes={onCodes} />}
          </section>
        </>
      )}
    </ListAndCodes>
  );
}
