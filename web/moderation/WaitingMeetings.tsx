import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import { acceptMeeting, listWaitingMeetings } from "@survey-app/contract/meetings/meetings.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/api.ts";
import { PagedList } from "../api/PagedList.tsx";
import { privateListQuery } from "../api/privateListQuery.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Day } from "../ui/Day.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";

type WaitingMeeting = ResponseOf<typeof listWaitingMeetings>[number];

/** The meetings that wait for an admin to accept them, if there are any. Only their owners read their questions. */
export function WaitingMeetings() {
  const query = useInfiniteQuery(privateListQuery(["meetings", "waiting"], listWaitingMeetings, { query: {} }));
  const [accepted, setAccepted] = useState<WaitingMeeting | null>(null);
  const accepting = useInvalidatingMutation(
    ({ _id: meeting, version }: WaitingMeeting) => api(acceptMeeting, { params: { meeting }, body: { version } }),
    ["meetings"],
  );
  const confirmation = useConfirmation(accepting, {
    subject: accepted,
    onDone: ({ name }) => toast(hostTexts.accepted(name)),
    onClose: () => setAccepted(null),
  });
  const total = query.data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  return (
    <OverviewSection title={hostTexts.waiting(total)} isCard>
      <p className="text-sm text-muted">{hostTexts.waitingText}</p>
      <PagedList query={query} empty={null}>
        {(meetings) => (
          <ul className="divide-y divide-line border-t border-line">
            {meetings.map((meeting) => (
              <li key={meeting._id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
                <About meeting={meeting} />
                <Button
                  small
                  aria-haspopup="dialog"
                  aria-label={hostTexts.acceptName(meeting.name)}
                  onClick={() => setAccepted(meeting)}
                >
                  {hostTexts.accept}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <ConfirmDialog
        title={hostTexts.acceptTitle}
        label={hostTexts.accept}
        details={accepted && <About meeting={accepted} />}
        {...confirmation}
      >
        {hostTexts.waitingText}
      </ConfirmDialog>
    </OverviewSection>
  );
}

function About({ meeting: { name, about, ownerName, people, startsAt } }: { meeting: WaitingMeeting }) {
  return (
    <div className="min-w-0 space-y-1">
      <UserText as="p" className="font-medium">
        {name}
      </UserText>
      <p className="text-sm text-muted">
        {hostTexts.byOwner(<UserText>{personName(ownerName)}</UserText>, people)}{" "}
        {startsAt && hostTexts.beginsOn(<Day at={startsAt} withTime />)}
      </p>
      {about && (
        <UserText as="p" className="text-sm whitespace-pre-line">
          {about}
        </UserText>
      )}
    </div>
  );
}
