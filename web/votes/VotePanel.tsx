import type { Survey } from "@survey-app/contract/surveys.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { failureOf } from "../api/failure.ts";
import { useSession } from "../session/useSession.ts";
import { texts } from "../texts/texts.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Icon } from "../ui/Icon.tsx";
import { innerIcons } from "../ui/innerIcons.ts";
import { useCastVote } from "./useCastVote.ts";
import { VoteForm } from "./VoteForm.tsx";
import { VoteWord } from "./VoteWord.tsx";
import { ownVoteOn } from "./votes.queries.ts";

interface VotePanelProps {
  survey: Survey;
  ended: boolean;
  /** Says when voting ended. */
  endedNote: ReactNode;
  /** Only yes and no, without report and comment. */
  simple?: boolean;
}

/** The vote form, then the receipt. A vote is never shown as stored before the server has confirmed it. */
export function VotePanel({ survey, ended, endedNote, simple = false }: VotePanelProps) {
  const session = useSession();
  const user = session.phase === "signedIn" ? session.user : null;
  const own = useQuery(ownVoteOn(survey._id, user?._id ?? null));
  const cast = useCastVote();
  const [wasIgnored, setIgnored] = useState(false);
  const vote = own.data?.vote ?? (cast.isSuccess ? (Number(cast.variables.vote) as 0 | 1) : null);

  if (user && vote !== null) {
    const receipt = own.data?.receipt ?? cast.data?.receipt;
    return <Receipt vote={vote} receipt={receipt} isNew={cast.isSuccess} wasIgnored={wasIgnored} />;
  }
  if (ended) {
    return (
      <div className="space-y-3 border-t border-line pt-6">
        <button
          type="button"
          disabled
          aria-describedby="ended"
          className="inline-flex min-h-11 items-center gap-2 rounded-lg bg-sunken px-5 font-semibold text-muted"
        >
          <Icon path={innerIcons.lock} size={18} /> ended
        </button>
        <p id="ended" className="text-muted">
          {endedNote} No more votes are taken.
        </p>
      </div>
    );
  }
  if (own.isError && own.data === undefined)
    return <ErrorPanel {...failureOf(own.error)} onRetry={() => void own.refetch()} />;
  return (
    <VoteForm
      survey={survey}
      user={user}
      isKnown={session.phase === "visitor" || own.data !== undefined}
      simple={simple}
      castVote={async (values) => {
        const answer = await cast.mutateAsync({ SurveyID: survey._id, ...values });
        setIgnored(answer.commentIgnored === true);
      }}
    />
  );
}

interface ReceiptProps {
  vote: 0 | 1;
  receipt: string | undefined;
  /** The vote was cast just now on this page. */
  isNew: boolean;
  wasIgnored: boolean;
}

/**
 * Moves the focus from the form that it replaces, because keyboard users would otherwise restart at the top of the
 * page, and scrolls into view above the toast.
 */
function Receipt({ vote, receipt, isNew, wasIgnored }: ReceiptProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isNew) return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "nearest" });
  }, [isNew]);
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="scroll-mt-24 scroll-mb-44 space-y-2 border-t border-line pt-6 outline-none"
      role="status"
    >
      <p className="flex items-center gap-2 text-xl font-semibold">
        You voted <VoteWord vote={vote} />
      </p>
      <p className="text-muted">Your vote is stored and counted, and can't be changed.</p>
      {receipt && (
        <div className="text-muted">
          <p>Your receipt:</p>
          <p className="whitespace-nowrap">
            <code className="text-ink">{receipt}</code> <CopyButton text={receipt} label="Copy your receipt" />
          </p>
          <p className="text-sm">Use this code any time to check that your vote is still counted.</p>
        </div>
      )}
      {wasIgnored && <p className="text-muted">{texts.commentIgnored}</p>}
    </div>
  );
}
