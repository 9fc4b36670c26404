import type { IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import type { WaitingPerson } from "@survey-app/contract/invitations/waitingPeople.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { failureOf } from "../api/failure.ts";
import { MoreRows, type PagedQuery } from "../api/MoreRows.tsx";
import { PagedList } from "../api/PagedList.tsx";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import { catchLostFocus } from "../ui/catchLostFocus.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { useMakeWaitingCodes, useRemoveWaiting, waitingPeopleOf } from "./invitations.queries.ts";
import { useCodesInParts } from "./useCodesInParts.ts";

interface WaitingPeopleProps {
  /** The id of the survey or meeting. */
  listId: string;
  /** The number of people who wait, if the page knows it before the list has loaded: then nothing below moves. */
  expected?: number;
  /** Whether codes are allowed by now. */
  takesCodes: boolean;
  /** Whether the first vote ends the list. */
  isSecret: boolean;
  /** Called with codes that are shown only once. */
  onCodes: (codes: IssuedCode[]) => void;
}

/**
 * The people without an address who wait on a list until an admin allows codes, and then get theirs; nothing if there
 * are none.
 */
export function WaitingPeople({ listId, expected = 0, takesCodes, isSecret, onCodes }: WaitingPeopleProps) {
  const query = useInfiniteQuery(waitingPeopleOf(listId));
  const make = useMakeWaitingCodes(listId);
  const { makeAll, areSomeMade } = useCodesInParts(make, onCodes);
  const total = query.data?.pages[0]?.total ?? expected;
  if (total === 0 && !areSomeMade()) return null;
  return (
    <section aria-labelledby="waiting" className="space-y-4 rounded-2xl border border-line p-4 sm:px-5">
      <h2 id="waiting" className="text-lg">
        {invitationTexts.waitForCodes(total)}
      </h2>
      <p className="text-muted">
        {takesCodes ? invitationTexts.codesReady : invitationTexts.waitingText}{" "}
        {!takesCodes && isSecret && invitationTexts.waitingFirst}
      </p>
      {make.error && <ErrorPanel {...failureOf(make.error, invitationTexts.codesUnknown)} />}
      {takesCodes && (
        <ActionButton
          busy={make.isPending}
          again={uiTexts.pressAgain}
          // The error is shown.
          onClick={() => void makeAll().catch(() => {})}
        >
          {invitationTexts.makeThem}
        </ActionButton>
      )}
      {query.isPending ? <NamesToCome count={total} /> : <Names listId={listId} query={query} />}
    </section>
  );
}

/** As high as the names. */
function NamesToCome({ count }: { count: number }) {
  return (
    <ul aria-hidden="true" className="divide-y divide-line border-t border-line">
      {Array.from({ length: Math.min(count, FIRST_NAMES) }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing tells them apart
        <li key={place} className="py-1.5">
          <Skeleton className="h-9 w-full" />
        </li>
      ))}
    </ul>
  );
}

/** As many as the first page of names has at most. */
const FIRST_NAMES = 50;

/** The names of the people who wait. A removed name can be added again, so removing one takes a single press. */
function Names({ listId, query }: { listId: string; query: PagedQuery<WaitingPerson> }) {
  const list = useRef<HTMLDivElement>(null);
  const remove = useRemoveWaiting(listId);
  const take = (person: WaitingPerson) =>
    remove.mutate(person, {
      onSuccess: () => {
        toast(invitationTexts.removed(person.label));
        // The button with the focus is gone.
        list.current?.focus({ preventScroll: true });
        // With the last name, the list is gone, too.
        catchLostFocus();
      },
      onError: (error) => toast(failureOf(error).text, "error"),
    });
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <PagedList query={query} empty={null} end={query.hasNextPage && <MoreRows query={query} />}>
        {(people) => (
          <ul className="divide-y divide-line border-t border-line">
            {people.map((person) => (
              <li key={person._id} className="flex items-center justify-between gap-4 py-1.5">
                <UserText>{personName(person.label)}</UserText>
                <Button
                  look="plain"
                  small
                  aria-label={invitationTexts.removeName(person.label)}
                  busy={remove.isPending && remove.variables._id === person._id}
                  onClick={() => take(person)}
                >
                  {invitationTexts.remove}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
