import { listCodeRequests } from "@survey-app/contract/invitations/waitingPeople.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PagedList } from "../api/PagedList.tsx";
import { privateListQuery } from "../api/privateListQuery.ts";
import { Button } from "../ui/Button.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { UserText } from "../ui/UserText.tsx";
import { AllowCodes, type CodeHolder } from "./AllowCodesDialog.tsx";

/**
 * The surveys and meetings on whose lists people wait until an admin allows codes, if there are any: how many, never
 * who.
 */
export function CodeRequests() {
  const query = useInfiniteQuery(privateListQuery(["invitations", "requests"], listCodeRequests, { query: {} }));
  const [allowed, setAllowed] = useState<CodeHolder | null>(null);
  const total = query.data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
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
      <AllowCodes of={allowed} onClose={() => setAllowed(null)} />
    </OverviewSection>
  );
}
