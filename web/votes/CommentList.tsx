import type { Comment } from "@survey-app/contract/comments.ts";
import { useState } from "react";
import { useConfirmation } from "../api/useConfirmation.ts";
import * as commentTexts from "../texts/commentTexts.ts";
import { dayAndTime } from "../texts/dayAndTime.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Day } from "../ui/Day.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { useRemoveComment } from "./useComment.ts";
import { VoteWord } from "./VoteWord.tsx";

/** Comments with name, and with vote and time where those are public; the user's own one can be removed. */
export function CommentList({ surveyId, comments }: { surveyId: string; comments: readonly Comment[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {comments.map(({ _id, userName, vote, comments: text, commentedAt, isOwn }) => (
        <li key={_id} className="space-y-1 py-4">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <UserText className="font-semibold">{userName}</UserText>
            {isOwn && (
              <span className="rounded-md bg-accent-soft px-1.5 py-0.5 text-sm text-accent">{commentTexts.you}</span>
            )}
            {vote !== null && <VoteWord vote={vote} />}
            {commentedAt !== null && (
              <span className="text-sm text-muted">
                <Day at={commentedAt} format={dayAndTime} />
              </span>
            )}
            {isOwn && <RemoveComment surveyId={surveyId} />}
          </div>
          <UserText as="p" className="max-w-prose whitespace-pre-line">
            {text}
          </UserText>
        </li>
      ))}
    </ul>
  );
}

function RemoveComment({ surveyId }: { surveyId: string }) {
  const [isOpen, setOpen] = useState(false);
  const confirmation = useConfirmation(useRemoveComment(surveyId), {
    subject: isOpen ? undefined : null,
    onDone: () => toast(commentTexts.removed),
    onClose: () => setOpen(false),
  });
  return (
    <>
      <Button look="plain" small className="ml-auto" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {commentTexts.remove}
      </Button>
      <ConfirmDialog title={commentTexts.removeTitle} label={commentTexts.remove} look="danger" {...confirmation}>
        {commentTexts.removeText}
      </ConfirmDialog>
    </>
  );
}
