import { type PassRule, plainShare } from "@survey-app/contract/ballots/passRule.ts";
import { withoutUnseen } from "@survey-app/contract/text/unseenCharacters.ts";
import * as passRuleTexts from "@survey-app/texts/passRuleTexts.ts";
import { useState } from "react";
import { RadioList } from "../ui/RadioList.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { choicesOf } from "./choicesOf.ts";
import { type RuleShare, type UsualRule, usualRule, usualShares } from "./usualRules.ts";

interface RuleShareFieldProps {
  /** The path of the rule in its form. */
  name?: string;
  rule: RuleShare | null;
  /** The options for the votes that a share is of, with the name of the third answer. */
  shareOf?: Record<PassRule["of"], string>;
  /** Whether there is a third answer, which a share can be of too. */
  offersUnsure: boolean;
  errors: { rule: string | undefined; share: string | undefined };
  /** Called with null for no rule. */
  onChange: (rule: RuleShare | null) => void;
}

/** The field for when a question passes: no rule, a usual rule or a custom one. */
export function RuleShareField({
  name = "passRule",
  rule,
  shareOf,
  offersUnsure,
  errors,
  onChange,
}: RuleShareFieldProps) {
  const usual = usualRule(rule);
  const [isOwn, setOwn] = useState(usual === "own");
  const chosen = isOwn && rule !== null ? "own" : usual;

  function choose(choice: UsualRule) {
    setOwn(choice === "own");
    onChange(choice === "none" ? null : usualShares[choice]);
  }

  return (
    <>
      <RadioList
        legend={passRuleTexts.title}
        name={name}
        choices={choicesOf<UsualRule>(passRuleTexts.choices)}
        chosen={chosen}
        onChoose={choose}
        error={errors.rule}
      />
      {rule && chosen === "own" && (
        <OwnShare {...{ name, rule, offersUnsure, onChange }} shareOf={shareOf} error={errors.share} />
      )}
    </>
  );
}

interface OwnShareProps extends Pick<RuleShareFieldProps, "offersUnsure" | "onChange"> {
  name: string;
  rule: RuleShare;
  shareOf: RuleShareFieldProps["shareOf"];
  error: string | undefined;
}

function OwnShare({
  name,
  rule,
  shareOf = passRuleTexts.shareOfChoices,
  offersUnsure,
  error,
  onChange,
}: OwnShareProps) {
  return (
    <div className="grid grid-cols-1 items-end gap-4 sm:grid-cols-3">
      <Select
        label={passRuleTexts.needs}
        value={rule.needs}
        options={optionsOf(passRuleTexts.needsChoices)}
        onChange={(needs) => onChange({ ...rule, needs })}
      />
      <TextField
        label={passRuleTexts.share}
        hint={passRuleTexts.shareHint}
        name={`${name}.share`}
        autoComplete="off"
        value={rule.share}
        error={error}
        onChange={({ target }) => onChange({ ...rule, share: typedShare(target.value) })}
      />
      {(offersUnsure || rule.of === "answers") && (
        <Select
          label={passRuleTexts.shareOf}
          value={rule.of}
          options={optionsOf(shareOf)}
          onChange={(of) => onChange({ ...rule, of })}
        />
      )}
    </div>
  );
}

/** A share as it is typed; many languages have a blank before the percent sign, which the API refuses. */
export const typedShare = (typed: string): string => plainShare(withoutUnseen(typed).replaceAll(/\s/g, ""));

export const optionsOf = <T extends string>(texts: Record<T, string>) =>
  (Object.entries(texts) as [T, string][]).map(([value, label]) => ({ value, label }));
