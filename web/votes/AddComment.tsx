import type { Survey } from "@survey-app/contract/surveys.ts";
import { COMMENT_MAX, canComment } from "@survey-app/contract/votes.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePlainForm } from "../api/plainForm.ts";
import { useUser } from "../session/useSession.ts";
import * as commentTexts from "../texts/commentTexts.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toast } from "../ui/toast.ts";
import { commentErrors } from "./commentErrors.ts";
import { ownInvitation } from "./invitation.queries.ts";
import { useOpenedInvitation } from "./openedInvitation.ts";
import { useAddComment } from "./useComment.ts";
import { ownVoteOn } from "./votes.queries.ts";

/**
 * Lets members comment on the vote that they cast, once. Everyone else reads who may comment, before they vote or pay. On a
 * survey for invited people those are accounts on its list: PRO would not help others, or people who vote with a link.
 */
export function AddComment({ survey }: { survey: Survey }) {
  const user = useUser();
  const reader = user?._id ?? null;
  const own = useQuery(ownVoteOn(survey._id, reader));
  const isInvited = survey.electorate === "invited";
  const invitation = useOpenedInvitation(survey._id);
  const ownInvite = useQuery(ownInvitation(survey._id, isInvited && !invitation ? reader : null));
  const [isOpen, setOpen] = useState(false);
  if (isInvited && !ownInvite.data) return null;
  if (!user || !canComment(user)) {
    return (
      <p className="text-muted">
        {commentTexts.membersOnly}{" "}
        <a href="/membarShip" className="font-medium underline underline-offset-4">
          {commentTexts.membership}
        </a>
      </p>
    );
  }
  if (own.data === undefined) return null;
  if (own.data === null) return <p className="text-muted">{commentTexts.voteFirst}</p>;
  if (own.data.comments !== "") return null;
  function finish() {
    setOpen(false);
    // The form that had the focus is gone.
    document.getElementById("comments")?.focus();
  }
  if (isOpen) return <CommentForm survey={survey} onAdded={finish} />;
  return (
    <Button look="quiet" small onClick={() => setOpen(true)}>
      {commentTexts.open}
    </Button>
  );
}

function CommentForm({ survey, onAdded }: { survey: Survey; onAdded: () => void }) {
  const add = useAddComment(survey._id);
  const form = usePlainForm({
    draft: `comment:${survey._id}`,
    empty: { comments: "" },
    check: ({ comments }) => (comments.trim() ? commentErrors(comments) : { comments: commentTexts.required }),
    send: async ({ comments }) => {
      await add.mutateAsync(comments);
      toast(survey.resultsVisible ? commentTexts.added : commentTexts.addedHidden);
      onAdded();
    },
    ifUnknown: commentTexts.addUnknown,
  });
  return (
    <form {...form.props} className="max-w-prose space-y-4">
      <TextArea
        label={commentTexts.field}
        hint={survey.privacy === "named" ? commentTexts.hint : commentTexts.hintWithoutVote}
        limit={COMMENT_MAX}
        // The field replaces the button that was pressed.
        autoFocus
        {...form.field("comments")}
      />
      {form.problem && <ErrorPanel text={form.problem} />}
      <Button type="submit" busy={form.isSending}>
        {commentTexts.add}
      </Button>
    </form>
  );
}
