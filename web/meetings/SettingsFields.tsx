import type { MeetingRule } from "@survey-app/contract/meetings/meetingForms.ts";
import * as formTexts from "@survey-app/texts/meetingFormTexts.ts";
import * as passRuleTexts from "@survey-app/texts/passRuleTexts.ts";
import { optionsOf, RuleShareField } from "../surveyForm/RuleShareField.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { RadioList } from "../ui/RadioList.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { quorumOf, quorumText, type SettingsValues } from "./settingsValues.ts";

interface SettingsFieldsProps {
  settings: SettingsValues;
  /** By the paths of fields: `settings.minutes`. */
  errors: Record<string, string | undefined>;
  onChange: (settings: SettingsValues) => void;
}

const privacyChoices = [
  { value: "secret", label: formTexts.secret, text: formTexts.secretText },
  { value: "named", label: formTexts.named, text: formTexts.namedText },
] as const;

const shareOf = { sides: passRuleTexts.shareOfChoices.sides, answers: formTexts.allAnswers };

/** The fields for how people vote on a question of a meeting, for how long, and when it passes. */
export function SettingsFields({ settings, errors, onChange }: SettingsFieldsProps) {
  const { privacy, unsure, minutes, passRule } = settings;
  const set = (change: Partial<SettingsValues>) => onChange({ ...settings, ...change });
  return (
    <div className="space-y-6">
      <RadioList
        legend={formTexts.whoKnows}
        name="privacy"
        choices={privacyChoices}
        chosen={privacy}
        onChoose={(chosen) => set({ privacy: chosen })}
      />
      <Checkbox
        label={formTexts.offerAbstain}
        text={formTexts.offerAbstainText}
        name="unsure"
        checked={unsure}
        onChange={({ target }) => set({ unsure: target.checked })}
      />
      <TextField
        label={formTexts.minutes}
        hint={formTexts.minutesHint}
        name="settings.minutes"
        inputMode="numeric"
        autoComplete="off"
        value={minutes}
        error={errors["settings.minutes"]}
        onChange={({ target }) => set({ minutes: target.value })}
      />
      <RuleShareField
        rule={passRule}
        shareOf={shareOf}
        offersUnsure={unsure}
        errors={{ rule: undefined, share: errors["settings.passRule.share"] }}
        name="settings.passRule"
        onChange={(next) => set({ passRule: next && { ...next, quorum: passRule?.quorum ?? null } })}
      />
      {passRule && (
        <QuorumFields
          rule={passRule}
          error={errors["settings.passRule.quorum"]}
          onChange={(rule) => set({ passRule: rule })}
        />
      )}
    </div>
  );
}

interface QuorumFieldsProps {
  rule: MeetingRule;
  error: string | undefined;
  onChange: (rule: MeetingRule) => void;
}

function QuorumFields({ rule, error, onChange }: QuorumFieldsProps) {
  const { quorum } = rule;
  return (
    <>
      <div className="grid grid-cols-1 items-end gap-4 sm:grid-cols-2">
        <TextField
          label={passRuleTexts.quorum}
          hint={formTexts.quorumHint}
          optional
          name="settings.passRule.quorum"
          autoComplete="off"
          defaultValue={quorumText(quorum)}
          error={error}
          // At first the quorum counts Yes votes, because then staying away never helps.
          onChange={({ target }) => onChange({ ...rule, quorum: quorumOf(target.value, quorum?.of ?? "yes") })}
        />
        {quorum && (
          <Select
            label={passRuleTexts.quorumOf}
            value={quorum.of}
            options={optionsOf(passRuleTexts.quorumOfChoices)}
            onChange={(of) => onChange({ ...rule, quorum: { ...quorum, of } })}
          />
        )}
      </div>
      <p className="text-sm text-muted">{formTexts.ruleFixed}</p>
    </>
  );
}
