import { type QuestionSettings, toPassRule } from "@survey-app/contract/meetings/meetingForms.ts";
import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { describePassRule } from "@survey-app/contract/results/passRuleText.ts";
import * as formTexts from "@survey-app/texts/meetingFormTexts.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { useId } from "react";
import { factLine } from "../ui/lists.ts";
import { RadioCards } from "../ui/RadioCards.tsx";
import { UserText } from "../ui/UserText.tsx";
import { meetingChoices } from "./meetingChoices.ts";
import { privacyText } from "./settingsText.ts";

interface BallotPreviewProps {
  question: { Title: string; Description?: string } & QuestionSettings;
  language: ManagedMeeting["language"];
  /** The number of people on the list; a rule can need a share of them. */
  people: number;
}

/** A question of a meeting as people see it on their phones, with its rule in words. Its fields do nothing. */
export function BallotPreview({ question, language, people }: BallotPreviewProps) {
  const id = useId();
  const { Title, Description, minutes, passRule } = question;
  return (
    <div className="space-y-3 rounded-2xl border border-line p-4">
      <UserText as="p" of={{ Title, language }} id={id} className="text-lg font-semibold" />
      {Description && (
        <UserText as="p" lang={language} className="whitespace-pre-line text-muted">
          {Description}
        </UserText>
      )}
      <fieldset disabled className="min-w-0">
        <RadioCards
          legend={voteTexts.legend}
          question={id}
          corner={null}
          name="preview"
          choices={meetingChoices(question)}
          picked=""
          onPick={() => undefined}
        />
      </fieldset>
      <p className="text-sm text-muted">{factLine([privacyText(question), formTexts.open(minutes)])}</p>
      {passRule && (
        <p className="text-sm">{resultSentences.asSentence(describePassRule(toPassRule(passRule, people)))}</p>
      )}
    </div>
  );
}
