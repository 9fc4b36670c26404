import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import { allowCodes } from "@survey-app/contract/invitations/invitations.ts";
import { listCodeRequests } from "@survey-app/contract/invitations/waitingPeople.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/api.ts";
import { PagedList } from "../api/PagedList.tsx";
import { privateListQuery } from "../api/privateListQuery.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";

type CodeRequest = ResponseOf<typeof listCodeRequests>[number];

/** The surveys and meetings on whose lists people wait until an admin allows codes, if there are any: how many, never who. */
export function CodeRequests() {
  const query = useInfiniteQuery(privateListQuery(["invitations", "requests"], listCodeRequests, { query: {} }));
  const [allowed, setAllowed] = useState<CodeRequest | null>(null);
  const allowing = useInvalidatingMutation(
    ({ _id: id }: CodeRequest) => api(allowCodes, { params: { id } }),
    ["invitations"],
    ["surveys"],
    ["meetings"],
  );
  const confirmation = useConfirmation(allowing, {
    subject: allowed,
    onDone: ({ Title }) => toast(invitationTexts.codesAllowed(Title)),
    onClose: () => setAllowed(null),
  });
  const total = query.data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  const isMeeting = allowed?.holder === "meeting";
  const title = isMeeting ? hostTexts.allowCodesTitle : invitationTexts.allowCodesTitle;
  return (
    <OverviewSection title={invitationTexts.requests} isCard>
      <p className="text-sm text-muted">{invitationTexts.requestsText}</p>
      <PagedList query={query} empty={null}>
        {(requests) => (
          <ul className="divide-y divide-line border-t border-line">
            {requests.map((request) => (
              <li key={request._id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
                <div className="min-w-0 space-y-1">
                  <UserText of={request} as="p" className="font-medium" />
                  <p className="text-sm text-muted">
                    {hostTexts.byOwner(<UserText>{personName(request.ownerName)}</UserText>, request.people)}
                  </p>
                </div>
                <Button
                  small
                  aria-haspopup="dialog"
                  aria-label={invitationTexts.allowCodesName(request.Title)}
                  onClick={() => setAllowed(request)}
                >
                  {invitationTexts.allowCodes}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <ConfirmDialog title={title} label={invitationTexts.allowCodes} {...confirmation}>
        {allowed &&
          (isMeeting
            ? hostTexts.allowCodesText(<UserText of={allowed} />)
            : invitationTexts.allowCodesText(<UserText of={allowed} />))}
      </ConfirmDialog>
    </OverviewSection>
  );
}
