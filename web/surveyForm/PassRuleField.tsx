import { type PassRule, plainShare } from "@survey-app/contract/ballots/passRule.ts";
import { readWholeNumber } from "@survey-app/contract/text/digits.ts";
import { withoutUnseen } from "@survey-app/contract/text/unseenCharacters.ts";
import * as passRuleTexts from "@survey-app/texts/passRuleTexts.ts";
import { useState } from "react";
import type { SurveyFormState } from "../managing/surveyValues.ts";
import { RadioList } from "../ui/RadioList.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { choicesOf } from "./choicesOf.ts";

type Choice = "none" | "half" | "twoThirds" | "own";

/** The share of the votes for Yes and No that each choice needs; a custom rule begins with 60%. */
const shares = {
  half: { needs: "moreThan", share: "1/2" },
  twoThirds: { needs: "atLeast", share: "2/3" },
  own: { needs: "atLeast", share: "60%" },
} as const;

/** When the survey passes: no rule, a usual rule or a custom one, which can have a quorum. */
export function PassRuleField({ form }: { form: SurveyFormState }) {
  const { values, errors } = form;
  const rule = values.passRule ?? null;
  const usual = usualChoice(rule);
  const [isOwn, setOwn] = useState(usual === "own");
  const chosen = isOwn && rule !== null ? "own" : usual;
  const set = (next: PassRule | null) => form.change("passRule", next);

  function choose(choice: Choice) {
    setOwn(choice === "own");
    set(choice === "none" ? null : { of: "sides", quorum: rule?.quorum ?? null, ...shares[choice] });
  }

  return (
    <div className="space-y-4">
      <RadioList
        legend={passRuleTexts.title}
        name="passRule"
        choices={choicesOf<Choice>(passRuleTexts.choices)}
        chosen={chosen}
        onChoose={choose}
        error={errors.passRule}
      />
      {rule && chosen === "own" && (
        <OwnShare rule={rule} offersUnsure={values.unsure === true} error={errors["passRule.share"]} onChange={set} />
      )}
      {rule && (
        <>
          <div className="grid grid-cols-1 items-end gap-4 sm:grid-cols-[9rem_1fr]">
            <TextField
              label={passRuleTexts.quorum}
              hint={passRuleTexts.quorumHint}
              optional
              name="passRule.quorum.people"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={rule.quorum?.people}
              error={errors["passRule.quorum.people"] ?? errors["passRule.quorum"]}
              onChange={({ target }) => set({ ...rule, quorum: quorumOf(target.value, rule) })}
            />
            {rule.quorum && (
              <Select
                label={passRuleTexts.quorumOf}
                value={rule.quorum.of}
                options={optionsOf(passRuleTexts.quorumOfChoices)}
                onChange={(of) => set({ ...rule, quorum: rule.quorum && { ...rule.quorum, of } })}
              />
            )}
          </div>
          <div className="space-y-2 text-sm text-muted">
            {rule.quorum && <p>{passRuleTexts.quorumOfHint}</p>}
            <p>{passRuleTexts.fixed}</p>
          </div>
        </>
      )}
    </div>
  );
}

interface OwnShareProps {
  rule: PassRule;
  /** Whether people can answer Not sure, which a share can be of too. */
  offersUnsure: boolean;
  error: string | undefined;
  onChange: (rule: PassRule) => void;
}

function OwnShare({ rule, offersUnsure, error, onChange }: OwnShareProps) {
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
        name="passRule.share"
        autoComplete="off"
        value={rule.share}
        error={error}
        onChange={({ target }) => onChange({ ...rule, share: shareOf(target.value) })}
      />
      {(offersUnsure || rule.of === "answers") && (
        <Select
          label={passRuleTexts.shareOf}
          value={rule.of}
          options={optionsOf(passRuleTexts.shareOfChoices)}
          onChange={(of) => onChange({ ...rule, of })}
        />
      )}
    </div>
  );
}

/** A share as it is typed; many languages have a blank before the percent sign, which the API refuses. */
const shareOf = (typed: string): string => plainShare(withoutUnseen(typed).replaceAll(/\s/g, ""));

function usualChoice(rule: PassRule | null): Choice {
  if (rule === null) return "none";
  const isUsual = (name: "half" | "twoThirds") =>
    rule.of === "sides" && rule.needs === shares[name].needs && rule.share === shares[name].share;
  return isUsual("half") ? "half" : isUsual("twoThirds") ? "twoThirds" : "own";
}

/**
 * The quorum for what was typed; the schema rejects what isn't a number. At first the quorum counts Yes votes, because
 * then staying away never helps.
 */
const quorumOf = (typed: string, { quorum }: PassRule): PassRule["quorum"] =>
  typed.trim() === "" ? null : { people: readWholeNumber(typed) ?? Number.NaN, of: quorum?.of ?? "yes" };

const optionsOf = <T extends string>(texts: Record<T, string>) =>
  (Object.entries(texts) as [T, string][]).map(([value, label]) => ({ value, label }));
