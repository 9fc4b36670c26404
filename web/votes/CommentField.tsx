import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { COMMENT_MAX } from "@survey-app/contract/text/limits.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { useState } from "react";
import type { useForm } from "../api/useForm.ts";
import { TextArea } from "../ui/TextArea.tsx";

interface CommentFieldProps {
  survey: Pick<Survey, "privacy">;
  field: ReturnType<ReturnType<typeof useForm<{ comments: string }>>["field"]>;
}

/** The comment on a vote, folded away until it is wanted. */
export function CommentField({ survey: { privacy }, field }: CommentFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const hint = privacy === "named" ? voteTexts.commentHint : voteTexts.commentHintWithoutVote;
  return (
    // Open if a draft has a comment, or if its error would be hidden otherwise.
    <details
      open={isOpen || Boolean(field.value || field.error)}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="inline-block py-1 text-sm font-medium underline underline-offset-4">
        {voteTexts.addComment}
      </summary>
      <div className="pt-2">
        <TextArea
          label={voteTexts.comment}
          optional
          hint={hint(formatCount(COMMENT_MAX))}
          limit={COMMENT_MAX}
          {...field}
        />
      </div>
    </details>
  );
}
