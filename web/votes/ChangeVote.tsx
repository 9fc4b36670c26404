import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { useEffect } from "react";
import { useForm } from "../api/useForm.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { RadioCards } from "../ui/RadioCards.tsx";
import { TextSizeButton } from "../ui/TextSizeButton.tsx";
import { offeredChoices, wordOf } from "./choices.ts";
import { QUESTION_ID } from "./questionId.ts";

interface ChangeVoteProps {
  survey: Survey;
  /** The current answer, which is picked at first. */
  vote: Answer;
  changeVote: (vote: Answer) => Promise<void>;
  onKeep: () => void;
}

/** The form in place of the receipt with which a person changes their answer. Its button names the new one. */
export function ChangeVote({ survey, vote, changeVote, onKeep }: ChangeVoteProps) {
  const form = useForm({
    initial: { vote: String(vote) },
    check: (values) => (values.vote === String(vote) ? { vote: voteTexts.pickAnother } : {}),
    send: (values) => changeVote(Number(values.vote) as Answer),
  });
  const { values, errors, problem } = form;
  const { ref } = form.props;
  // The form replaces the button that was pressed.
  useEffect(() => ref.current?.querySelector<HTMLInputElement>("input:checked")?.focus(), [ref]);
  return (
    <form {...form.props} className="space-y-4">
      <p className="text-muted">{voteTexts.changeNow(wordOf(vote))}</p>
      <RadioCards
        legend={voteTexts.changeLegend}
        question={QUESTION_ID}
        hint={voteTexts.notSentYet}
        corner={<TextSizeButton />}
        name="vote"
        choices={offeredChoices(survey)}
        picked={values.vote}
        onPick={(picked) => form.change("vote", picked)}
        error={errors.vote}
      />
      {problem && <ErrorPanel text={problem} />}
      <div className="flex flex-wrap gap-3">
        <ActionButton type="submit" busy={form.isBusy} again={uiTexts.pressAgain} className="grow">
          {values.vote === String(vote) ? voteTexts.change : voteTexts.changeTo(wordOf(Number(values.vote) as Answer))}
        </ActionButton>
        <Button look="plain" onClick={onKeep}>
          {voteTexts.keep(wordOf(vote))}
        </Button>
      </div>
    </form>
  );
}
