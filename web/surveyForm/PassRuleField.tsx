import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import { readWholeNumber } from "@survey-app/contract/text/digits.ts";
import * as passRuleTexts from "@survey-app/texts/passRuleTexts.ts";
import type { SurveyFormState } from "../managing/surveyValues.ts";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { optionsOf, RuleShareField } from "./RuleShareField.tsx";

/** The field for when the survey passes: no rule, a usual rule or a custom one, which can have a quorum. */
export function PassRuleField({ form }: { form: SurveyFormState }) {
  const { values, errors } = form;
  const rule = values.passRule ?? null;
  const set = (next: PassRule | null) => form.change("passRule", next);

  return (
    <div className="space-y-4">
      <RuleShareField
        rule={rule}
        offersUnsure={values.unsure === true}
        errors={{ rule: errors.passRule, share: errors["passRule.share"] }}
        onChange={(next) => set(next && { ...next, quorum: rule?.quorum ?? null })}
      />
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

/**
 * The quorum for what was typed; the schema rejects what isn't a number. At first the quorum counts Yes votes, because
 * then staying away never helps.
 */
const quorumOf = (typed: string, { quorum }: PassRule): PassRule["quorum"] =>
  typed.trim() === "" ? null : { people: readWholeNumber(typed) ?? Number.NaN, of: quorum?.of ?? "yes" };
