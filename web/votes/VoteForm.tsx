import { formatCount } from "@survey-app/contract/formatCount.ts";
import type { Answer } from "@survey-app/contract/ledger.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import type { User } from "@survey-app/contract/users.ts";
import { COMMENT_MAX, canComment, voteForm } from "@survey-app/contract/votes.ts";
import { useLayoutEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { applyFieldErrors, summaryOf, useContractForm, useDraft } from "../api/forms.ts";
import { usePath, useSearchText } from "../routing/address.ts";
import * as voteTexts from "../texts/voteTexts.ts";
import { Button } from "../ui/Button.tsx";
import { clearDraft, readDraft, writeDraft } from "../ui/draft.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";
import { RadioCards } from "../ui/RadioCards.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toast } from "../ui/toast.ts";
import { offeredChoices } from "./choices.ts";
import { ExplainedRules } from "./ExplainedRules.tsx";
import { SignInToVote } from "./SignInToVote.tsx";

const fields = ["vote", "comments"] as const;

interface VoteFormProps {
  survey: Survey;
  user: User | null;
  /** The session, and whether the user has voted, are known. */
  isKnown: boolean;
  simple: boolean;
  castVote: (values: { vote: Answer; inapp: string; comments: string }) => Promise<void>;
}

/**
 * Yes, no or, where it is offered, not sure, with a comment and a report. A choice made before signing in is kept; one click
 * on Confirm completes it.
 */
export function VoteForm({ survey, user, isKnown, simple, castVote }: VoteFormProps) {
  const draft = `vote:${survey._id}`;
  const form = useContractForm(voteForm, { vote: undefined, inapp: "", comments: "" });
  const choices = offeredChoices(survey);
  const hasChosen = useEarlierChoice(survey, draft);
  useDraft(form, "session", draft);
  const [problem, setProblem] = useState<string | null>(null);
  const picked = choices.find(({ value }) => value === String(form.watch("vote")));
  const path = usePath();
  const { errors, isSubmitting, submitCount } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await castVote(values);
      clearDraft("session", draft);
      toast(voteTexts.voted(survey.Title));
    } catch (error) {
      setProblem(applyFieldErrors(error, fields, form.setError, voteTexts.voteUnknown));
    }
  });

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-4">
      <ErrorSummary errors={summaryOf(errors, fields)} attempt={submitCount} />
      <ExplainedRules survey={survey} />
      <RadioCards legend={voteTexts.legend} choices={choices} error={errors.vote?.message} {...form.register("vote")} />
      {!simple && user && canComment(user) && (
        // Open where a draft holds a comment, or what is wrong with it would be hidden.
        <details open={Boolean(form.getValues("comments") || errors.comments)}>
          <summary className="inline-block py-1 text-sm font-medium underline underline-offset-4">
            {voteTexts.addComment}
          </summary>
          <div className="pt-2">
            <TextArea
              label={voteTexts.comment}
              optional
              hint={voteTexts.commentHint(formatCount(COMMENT_MAX))}
              limit={COMMENT_MAX}
              error={errors.comments?.message}
              {...form.register("comments")}
            />
          </div>
        </details>
      )}
      <p className="text-sm text-muted">
        {survey.results === "afterClose" ? voteTexts.whoSeesLater : voteTexts.whoSees}
      </p>
      {!isKnown && <Skeleton className="h-11 w-full" />}
      {isKnown && user && (
        <>
          {hasChosen && picked && <p className="text-sm font-medium">{voteTexts.choiceKept(picked.label)}</p>}
          {problem && <ErrorPanel text={problem} />}
          <Button type="submit" busy={isSubmitting} className="w-full">
            {hasChosen ? voteTexts.confirm : voteTexts.vote}
          </Button>
        </>
      )}
      {isKnown && !user && <SignInToVote returnTo={path} />}
    </form>
  );
}

/**
 * Restores a choice made earlier, on a card (`?vote=1`) or before signing in. It is stored in the draft that the form
 * starts with, and removed from the URL, so that a later change counts.
 */
function useEarlierChoice({ unsure }: Survey, draft: string): boolean {
  const path = usePath();
  const requested = new URLSearchParams(useSearchText()).get("vote");
  const [hasChosen, setChosen] = useState(false);
  useLayoutEffect(() => {
    const storedDraft = readDraft<{ vote: string | null }>("session", draft);
    const choice = requested ?? storedDraft?.vote;
    if (!offeredChoices({ unsure }).some(({ value }) => value === choice)) return;
    setChosen(true);
    if (requested === null) return;
    writeDraft("session", draft, { ...storedDraft, vote: requested });
    navigate(path, { replace: true });
  }, [requested, draft, path, unsure]);
  return hasChosen;
}
