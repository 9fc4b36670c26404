import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useEffect, useState } from "react";
import { useSettings } from "../api/settings.ts";
import { AddPeople } from "../invitations/AddPeople.tsx";
import { EndedCodes } from "../invitations/EndedCodes.tsx";
import { InvitationsTable } from "../invitations/InvitationsTable.tsx";
import { keepList } from "../invitations/keptList.ts";
import { ListAndCodes } from "../invitations/ListAndCodes.tsx";
import { CopyField } from "../ui/CopyField.tsx";
import { listOf } from "../ui/lists.ts";
import { UserText } from "../ui/UserText.tsx";
import { forgetSetup, readSetup } from "./keptSetup.ts";
import { meetingAddress } from "./meetingAddress.ts";
import { SendMeetingLinks } from "./SendMeetingLinks.tsx";
import { takesCodes } from "./takesCodes.ts";

/** The list of a meeting, for its owner: who is added or removed while it runs counts from the next question on. */
export function MeetingPeople({ meeting }: { meeting: ManagedMeeting }) {
  const { meetingId, name, language, begun, endedAt, people, notSent, unreviewed } = meeting;
  const { mail } = useSettings();
  const [isAdding, setAdding] = useState(false);
  const isOver = endedAt !== null;
  const canHaveCodes = takesCodes(meeting);
  const waiting = useWaitingPeople(meetingId, canHaveCodes);
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
          {waiting && !isOver && (
            <section aria-labelledby="waiting" className="space-y-4 rounded-2xl border border-line p-4 sm:px-5">
              <h2 id="waiting" className="text-lg">
                {hostTexts.waitForCodes(waiting.names.length)}
              </h2>
              <UserText as="p">{listOf(waiting.names, "unit")}</UserText>
              <AskForCodes meetingId={meetingId} />
            </section>
          )}
          {(isAdding || !isOver) && (
            <AddPeople
              key={String(waiting === null)}
              listId={meetingId}
              takesCodes={canHaveCodes}
              isEmpty={people === 0}
              note={begun ? hostTexts.lateText : null}
              withoutCodes={<AskForCodes meetingId={meetingId} />}
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
          </section>
        </>
      )}
    </ListAndCodes>
  );
}

/** The people of a new meeting who wait for codes, until an admin has allowed these: then their list is added as it was pasted. */
function useWaitingPeople(meetingId: string, canHaveCodes: boolean) {
  const [waiting, setWaiting] = useState(() => readSetup(meetingId)?.waiting ?? null);
  useEffect(() => {
    if (!waiting || !canHaveCodes) return;
    keepList(meetingId, waiting.lines);
    forgetSetup(meetingId);
    setWaiting(null);
  }, [meetingId, waiting, canHaveCodes]);
  return waiting;
}

/** An admin allows codes on the page of the meeting, whose address the owner sends. */
function AskForCodes({ meetingId }: { meetingId: string }) {
  const { publicUrl } = useSettings();
  return (
    <div className="space-y-4">
      <p className="text-muted">{hostTexts.codesAsk}</p>
      <CopyField
        label={hostTexts.address}
        text={publicUrl + meetingAddress(meetingId)}
        copyLabel={hostTexts.copy}
        copiedLabel={uiTexts.copied}
        failedText={uiTexts.copyFailed}
      />
    </div>
  );
}
