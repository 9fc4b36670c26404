import type { Results } from "@survey-app/contract/ballots.ts";
import type { InputOf } from "@survey-app/contract/endpoint.ts";
import type { updateSurvey } from "@survey-app/contract/surveys.ts";
import type { UseFormReturn } from "react-hook-form";
import * as ballotTexts from "../texts/ballotTexts.ts";
import { FoldedFields } from "../ui/FoldedFields.tsx";
import { RadioList } from "../ui/RadioList.tsx";
import { VotingRules } from "../votes/VotingRules.tsx";
import { instantOf } from "./fieldTime.ts";
import { openingOf, type SurveyValues } from "./surveyValues.ts";

interface BallotFieldsProps {
  form: UseFormReturn<SurveyValues, unknown, InputOf<typeof updateSurvey>["body"]>;
  timeZone: string;
}

/** How people vote, folded away because most surveys need no change; with what voters will read of it. */
export function BallotFields({ form, timeZone }: BallotFieldsProps) {
  const { errors } = form.formState;
  const values = form.watch(["results", "unsure", "deadline"]);
  const [results, unsure] = [values[0] ?? "live", values[1] ?? false];
  const deadline = instantOf(values[2], "end", timeZone);
  const isBlocked = (choice: Results) => choice === "afterClose" && deadline === null;
  const choices = (["live", "afterVote", "afterClose"] as const).map((value) => ({
    value,
    ...ballotTexts.results[value],
    // A chosen one stays enabled: the form would otherwise lose it.
    blocked: isBlocked(value) && value !== results ? ballotTexts.needsDeadline : undefined,
  }));
  const lacksDeadline = isBlocked(results) ? ballotTexts.needsDeadline : undefined;
  return (
    <FoldedFields
      title={ballotTexts.title}
      text={ballotTexts.summary(results, unsure)}
      isWrong={Boolean(errors.results || errors.unsure || lacksDeadline)}
    >
      <RadioList
        legend={ballotTexts.whenResults}
        choices={choices}
        error={errors.results?.message ?? lacksDeadline}
        {...form.register("results")}
      />
      <label className="flex items-start gap-3">
        <input type="checkbox" className="mt-1 size-5 shrink-0 accent-accent" {...form.register("unsure")} />
        <span>
          {ballotTexts.offerUnsure}
          <span className="block text-sm text-muted">{ballotTexts.offerUnsureText}</span>
        </span>
      </label>
      {(unsure || (results !== "live" && !lacksDeadline)) && (
        <figure className="space-y-2 rounded-xl bg-sunken px-4 py-3">
          <figcaption className="text-sm text-muted">{ballotTexts.preview}</figcaption>
          <VotingRules survey={{ resultsOpen: openingOf(results, deadline), unsure }} />
        </figure>
      )}
    </FoldedFields>
  );
}
