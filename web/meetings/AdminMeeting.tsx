import { personName } from "@survey-app/contract/users/personName.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import * as recordTexts from "@survey-app/texts/recordTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useState } from "react";
import { type Absence, absenceOf } from "../api/absenceOf.ts";
import { useLateDialog } from "../api/useLateDialog.ts";
import { AllowCodes } from "../moderation/AllowCodesDialog.tsx";
import { PageTitle } from "../routing/PageTitle.tsx";
import { Button } from "../ui/Button.tsx";
import { UserText } from "../ui/UserText.tsx";
import { recordAddress } from "./meetingAddress.ts";
import { publicMeeting } from "./publicMeeting.ts";

interface AdminMeetingProps {
  id: string;
  fallback: ComponentType<Absence & { framed: boolean }>;
}

/**
 * Another user's meeting, for an admin who is asked to allow codes or who takes it down. It shows the owner and the
 * number of people, never the drafts.
 */
export function AdminMeeting({ id, fallback: Fallback }: AdminMeetingProps) {
  const query = useQuery(publicMeeting(id));
  const [asks, setAsks] = useState(false);
  const [isAllowed, setAllowed] = useState(false);
  const name = query.data?.name ?? "";
  const { Dialog, isOpen, open, close } = useLateDialog(
    async () => (await import("./TakeDownDialog.tsx")).TakeDownDialog,
  );
  if (!query.data) return <Fallback {...absenceOf(query)} framed={false} />;
  const { ownerName, people, takenDown, begun } = query.data;
  const record = begun && (
    <p>
      <a href={recordAddress(id)} className="font-semibold underline underline-offset-4">
        {hostTexts.record}
      </a>
    </p>
  );
  if (takenDown)
    return (
      <div className="max-w-prose space-y-5">
        <PageTitle page={meetingRoomTexts.takenDown} />
        <h1 tabIndex={-1} className="text-xl sm:text-title">
          {meetingRoomTexts.takenDown}
        </h1>
        <p>{recordTexts.takenDownFor(surveyWords.unpublishReasons[takenDown])}</p>
        {record}
      </div>
    );
  return (
    <div className="max-w-prose space-y-5">
      <PageTitle page={name} />
      <UserText as="h1" tabIndex={-1} className="text-xl sm:text-title">
        {name}
      </UserText>
      <p>{hostTexts.byOwner(<UserText>{personName(ownerName)}</UserText>, people)}</p>
      {isAllowed ? (
        <p role="status" className="font-medium">
          {invitationTexts.codesAllowed(name)}
        </p>
      ) : (
        <Button aria-haspopup="dialog" onClick={() => setAsks(true)}>
          {invitationTexts.allowCodes}
        </Button>
      )}
      {record}
      <Button look="quiet" aria-haspopup="dialog" onClick={open}>
        {hostTexts.takeDown}
      </Button>
      {Dialog && <Dialog meeting={{ meetingId: id, name }} isOpen={isOpen} onClose={close} />}
      <AllowCodes
        of={asks ? { _id: id, Title: name, language: null, holder: "meeting" } : null}
        onDone={() => setAllowed(true)}
        onClose={() => setAsks(false)}
      />
    </div>
  );
}
