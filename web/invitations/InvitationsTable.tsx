import type { Invitation, InvitationState, IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import type { UnsentReason } from "@survey-app/contract/ops/emailTrail.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as emailTrailTexts from "@survey-app/texts/emailTrailTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { failureOf } from "../api/failure.ts";
import { PagedTable } from "../api/PagedTable.tsx";
import { useListFilter } from "../routing/useListFilter.ts";
import { ActionsMenu } from "../ui/ActionsMenu.tsx";
import { Dot } from "../ui/Dot.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { FilterBar } from "../ui/FilterBar.tsx";
import type { Column } from "../ui/Table.tsx";
import { toast } from "../ui/toast.ts";
import { CorrectDialog } from "./CorrectDialog.tsx";
import { actionsOn, type Choices } from "./invitationActions.ts";
import { invitationsOf, useReissue } from "./invitations.queries.ts";
import type { ListHolder } from "./listHolder.ts";
import { PersonCell } from "./PersonCell.tsx";
import { personOf } from "./personOf.ts";
import { ReissueDialog } from "./ReissueDialog.tsx";
import { RemoveDialog } from "./RemoveDialog.tsx";

/** The interval at which the list is read again while links can be on their way, in ms. */
const SENDING_POLL_MS = 5000;

const stateOptions = [
  { value: "", label: invitationTexts.anyState },
  ...Object.entries(invitationTexts.states).map(([value, label]) => ({ value, label })),
];

interface InvitationsTableProps {
  holder: ListHolder;
  /** Called with codes that are shown only once. */
  onCodes: (codes: IssuedCode[]) => void;
}

/** The people on the list of a survey or meeting, with the state of delivery and the actions on each person. */
export function InvitationsTable({ holder, onCodes }: InvitationsTableProps) {
  const list = useRef<HTMLDivElement>(null);
  const { filter, isFiltered, bar } = useListFilter<"state", InvitationState>("state", stateOptions);
  const [reissued, setReissued] = useState<Invitation | null>(null);
  const [corrected, setCorrected] = useState<Invitation | null>(null);
  const reissue = useReissue(holder._id);
  const sendAgain = (invitation: Invitation) =>
    reissue.mutate(invitation, {
      onSuccess: () => toast(invitationTexts.reissued(personOf(invitation))),
      onError: (error) => toast(failureOf(error).text, "error"),
    });
  const [removed, setRemoved] = useState<Invitation | null>(null);
  const query = useInfiniteQuery({
    ...invitationsOf(holder._id, filter),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) =>
      holder.isOpen && state.data?.pages.some(({ rows }) => rows.some(canBeOnTheWay)) ? SENDING_POLL_MS : false,
  });
  const first = query.data?.pages[0];
  const hasPeople = first !== undefined && first.total > 0;
  return (
    <>
      {(isFiltered || hasPeople) && (
        <FilterBar
          searchLabel={invitationTexts.search}
          choiceLabel={invitationTexts.filter}
          className="mb-4 sm:grid-cols-[minmax(0,1fr)_min(14rem,45%)]"
          {...bar}
        />
      )}
      {hasPeople && !isFiltered && <p className="mb-4 text-muted tabular-nums">{invitationTexts.count(first.total)}</p>}
      <div ref={list} tabIndex={-1} className="outline-none">
        <PagedTable
          query={query}
          caption={invitationTexts.caption}
          columns={columnsOf(holder, {
            onCorrect: setCorrected,
            onSendAgain: sendAgain,
            onReissue: setReissued,
            onRemove: setRemoved,
          })}
          empty={
            isFiltered ? (
              <EmptyState kind="search" title={invitationTexts.noneFound} text={invitationTexts.noneFoundText} />
            ) : (
              <EmptyState title={invitationTexts.none} text={invitationTexts.noneText} />
            )
          }
        />
      </div>
      <ReissueDialog holder={holder} invitation={reissued} onCodes={onCodes} onClose={() => setReissued(null)} />
      <CorrectDialog surveyId={holder._id} invitation={corrected} onClose={() => setCorrected(null)} />
      <RemoveDialog
        holder={holder}
        invitation={removed}
        onClose={() => setRemoved(null)}
        // The menu disappears with its row. Deferred, because a closing dialog first returns the focus to it.
        onRemoved={() => setTimeout(() => list.current?.focus({ preventScroll: true }))}
      />
    </>
  );
}

/** A background job turns the wish to send all links into emails. */
const canBeOnTheWay = ({ state, email }: Invitation) => email !== null && (state === "listed" || state === "queued");

const tones = { listed: "quiet", queued: "quiet", sent: "yes", failed: "no", refused: "no", struck: "no" } as const;

/** The state of the delivery to a person, in words. */
function stateOf(invitation: Invitation, { isSending }: ListHolder): string {
  const { state, email, isDeleted, isUnknownAddress } = invitation;
  // The job has not come to this person yet.
  if (isSending && canBeOnTheWay(invitation) && !saysMore(invitation)) return invitationTexts.states.queued;
  if (isUnknownAddress) return invitationTexts.unknownAddress;
  const isCode = email === null && !isDeleted && state === "listed";
  return isCode ? invitationTexts.codeState : invitationTexts.states[state];
}

/** Whether the reason for which a link was not sent says more than the state. */
const saysMore = (invitation: Invitation): invitation is Invitation & { unsentReason: UnsentReason } =>
  invitation.state === "listed" && invitation.unsentReason !== null;

function columnsOf(holder: ListHolder, choices: Choices): readonly Column<Invitation>[] {
  return [
    {
      title: invitationTexts.columns.person,
      inLine: "start",
      cell: ({ label, email }) => (
        <PersonCell name={personName(label) || email || invitationTexts.noName} email={email} />
      ),
    },
    {
      title: invitationTexts.columns.state,
      inLine: "last",
      cell: (invitation) => (
        <div className="text-start">
          <Dot tone={tones[invitation.state]}>{stateOf(invitation, holder)}</Dot>
          {saysMore(invitation) && (
            <p className="text-sm text-muted">{emailTrailTexts.reasons[invitation.unsentReason]}</p>
          )}
        </div>
      ),
    },
    {
      title: invitationTexts.columns.voted,
      inLine: "last",
      isNeeded: ({ voted }) => voted !== null,
      cell: ({ voted }) =>
        voted !== null && (
          <span className="text-sm whitespace-nowrap">{voted ? invitationTexts.voted : invitationTexts.notVoted}</span>
        ),
    },
    {
      title: invitationTexts.columns.change,
      isNumber: true,
      inLine: "lastEnd",
      cell: (invitation) =>
        !holder.isOver &&
        invitation.state !== "struck" && (
          <ActionsMenu label={invitationTexts.moreFor(personOf(invitation))} actions={actionsOn(invitation, choices)} />
        ),
    },
  ];
}
