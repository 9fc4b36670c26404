import { type QuestionSettings, toPassRule } from "@survey-app/contract/meetings/meetingForms.ts";
import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { describePassRule } from "@survey-app/contract/results/passRuleText.ts";
import { NO, UNSURE, YES } from "@survey-app/contract/votes/votes.ts";
import * as formTexts from "@survey-app/texts/meetingFormTexts.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { useId } from "react";
import { factLine } from "../ui/lists.ts";
import { RadioCards } from "../ui/RadioCards.tsx";
import { UserText } from "../ui/UserText.tsx";
import { privacyText } from "./settingsText.ts";

const yes = { value: String(YES), label: uiTexts.yes, icon: "check", tone: "yes" } as const;
const no = { value: String(NO), label: uiTexts.no, icon: "cross", tone: "no" } as const;
const abstain = { value: String(UNSURE), label: meetingRoomTexts.abstain, icon: "question", tone: "unsure" } as const;

interface BallotPreviewProps {
  question: { Title: string; Description?: string } & QuestionSettings;
  language: ManagedMeeting["language"];
  /** On the list, of which a rule can need a share. */
  people: number;
}

/** A question of a meeting as people see it on their phones, with its rule in words. Its fields do nothing. */
export function BallotPreview({ question, language, people }: BallotPreviewProps) {
  const id = useId();
  const { Title, Description, unsure, minutes, passRule } = question;
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
          choices={unsure ? [yes, no, abstain] : [yes, no]}
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
