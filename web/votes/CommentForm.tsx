import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { COMMENT_MAX } from "@survey-app/contract/text/limits.ts";
import * as commentTexts from "@survey-app/texts/commentTexts.ts";
import { tabDraft } from "../api/tabDraft.ts";
import { textError } from "../api/textError.ts";
import { useForm } from "../api/useForm.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { InlineFormActions } from "../ui/InlineFormActions.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toast } from "../ui/toast.ts";
import { useAddComment } from "./useComment.ts";

/** A member's form for a comment on the vote cast before. */
export function CommentForm({ survey, onDone }: { survey: Survey; onDone: () => void }) {
  const add = useAddComment(survey._id);
  const form = useForm({
    draft: tabDraft(`comment:${survey._id}`),
    initial: { comments: "" },
    check: ({ comments }) => textError("comments", comments, COMMENT_MAX, commentTexts.required),
    send: async ({ comments }) => {
      await add.mutateAsync(comments);
      toast(survey.resultsVisible ? commentTexts.added : commentTexts.addedHidden);
      onDone();
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
      <InlineFormActions label={commentTexts.add} isBusy={form.isBusy} onCancel={onDone} />
    </form>
  );
}
