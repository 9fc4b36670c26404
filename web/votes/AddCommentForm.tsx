import { commentForm } from "@survey-app/contract/comments.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { COMMENT_MAX, canComment } from "@survey-app/contract/votes.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { applyFieldErrors, useContractForm, useDraft } from "../api/forms.ts";
import { useUser } from "../session/useSession.ts";
import * as commentTexts from "../texts/commentTexts.ts";
import { Button } from "../ui/Button.tsx";
import { clearDraft } from "../ui/draft.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toast } from "../ui/toast.ts";
import { useAddComment } from "./useComment.ts";
import { ownVoteOn } from "./votes.queries.ts";

/**
 * Lets members comment on the vote that they cast, once. Everyone else reads who may comment, before they vote or pay.
 */
export function AddCommentForm({ survey }: { survey: Survey }) {
  const user = useUser();
  const own = useQuery(ownVoteOn(survey._id, user?._id ?? null));
  const [isOpen, setOpen] = useState(false);
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
  if (isOpen) return <CommentForm surveyId={survey._id} onAdded={finish} />;
  return (
    <Button look="quiet" small onClick={() => setOpen(true)}>
      {commentTexts.open}
    </Button>
  );
}

function CommentForm({ surveyId, onAdded }: { surveyId: string; onAdded: () => void }) {
  const draft = `comment:${surveyId}`;
  const form = useContractForm(commentForm, { comments: "" });
  useDraft(form, "session", draft);
  const add = useAddComment(surveyId);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = form.handleSubmit(async ({ comments }) => {
    setProblem(null);
    try {
      await add.mutateAsync(comments);
      clearDraft("session", draft);
      toast(commentTexts.added);
      onAdded();
    } catch (error) {
      setProblem(applyFieldErrors(error, ["comments"], form.setError, commentTexts.addUnknown));
    }
  });
  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="max-w-prose space-y-4">
      <TextArea
        label={commentTexts.field}
        hint={commentTexts.hint}
        limit={COMMENT_MAX}
        // The field replaces the button that was pressed.
        autoFocus
        error={form.formState.errors.comments?.message}
        {...form.register("comments")}
      />
      {problem && <ErrorPanel text={problem} />}
      <Button type="submit" busy={form.formState.isSubmitting}>
        {commentTexts.add}
      </Button>
    </form>
  );
}
