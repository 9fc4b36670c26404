import { type BallotSettings, type Privacy, type Results, settingsConflict } from "@survey-app/contract/ballots.ts";
import { instantOf } from "../surveys/fieldTime.ts";
import { resultsOpenOf, type SurveyFormState, settingsOf } from "../surveys/surveyValues.ts";
import * as ballotFormTexts from "../texts/ballotFormTexts.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { FoldedFields } from "../ui/FoldedFields.tsx";
import { RadioList } from "../ui/RadioList.tsx";
import { VotingRules } from "../votes/VotingRules.tsx";

interface BallotFieldsProps {
  form: SurveyFormState;
  timeZone: string;
}

/** How people vote, folded away because most surveys need no change; with what voters will read of it. */
export function BallotFields({ form, timeZone }: BallotFieldsProps) {
  const { errors } = form.formState;
  const [electorate, results, privacy, changeable, unsure, day] = form.watch([
    "electorate",
    "results",
    "privacy",
    "changeable",
    "unsure",
    "deadline",
  ]);
  const settings = settingsOf({ electorate, results, privacy, changeable, unsure });
  const deadline = instantOf(day, "end", timeZone);
  const lacksDeadline =
    settings.results === "afterClose" && deadline === null ? ballotFormTexts.needsDeadline : undefined;
  const conflict = settingsConflict(settings);
  const errorOf = (field: keyof BallotSettings) =>
    errors[field]?.message ?? (conflict?.field === field ? conflict.message : undefined);
  // Chosen values stay enabled: the form would otherwise lose them.
  const blockResults = (value: Results) => {
    if (value === settings.results) return undefined;
    return value === "afterClose" && deadline === null
      ? ballotFormTexts.needsDeadline
      : settingsConflict({ ...settings, results: value })?.message;
  };
  const blockPrivacy = (value: Privacy) =>
    value === settings.privacy ? undefined : settingsConflict({ ...settings, privacy: value })?.message;
  const isUsual = ballotFormTexts.summary(settings) === ballotFormTexts.summary(settingsOf({}));
  return (
    <FoldedFields
      title={ballotFormTexts.title}
      text={ballotFormTexts.summary(settings)}
      isWrong={Boolean(
        errors.electorate || errors.results || errors.privacy || errors.changeable || errors.unsure || lacksDeadline,
      )}
    >
      <RadioList
        legend={ballotFormTexts.whoVotes}
        choices={choicesOf(ballotFormTexts.electorate, () => undefined)}
        error={errorOf("electorate")}
        {...form.register("electorate")}
      />
      {settings.electorate === "invited" && (
        <Checkbox label={ballotFormTexts.listed} text={ballotFormTexts.listedText} {...form.register("listed")} />
      )}
      <RadioList
        legend={ballotFormTexts.whenResults}
        choices={choicesOf(ballotFormTexts.results, blockResults)}
        error={errorOf("results") ?? lacksDeadline}
        {...form.register("results")}
      />
      <RadioList
        legend={ballotFormTexts.whoKnows}
        choices={choicesOf(ballotFormTexts.privacy, blockPrivacy)}
        error={errorOf("privacy")}
        {...form.register("privacy")}
      />
      {settings.privacy !== "named" && (
        <p className="text-sm text-muted">{ballotFormTexts.fewVotes(settings.electorate)}</p>
      )}
      <Checkbox
        label={ballotFormTexts.offerChange}
        text={
          settings.changeable && settings.results === "live"
            ? ballotFormTexts.changeWithLive
            : ballotFormTexts.offerChangeText
        }
        blocked={settings.changeable ? undefined : settingsConflict({ ...settings, changeable: true })?.message}
        error={errorOf("changeable")}
        {...form.register("changeable")}
      />
      <Checkbox
        label={ballotFormTexts.offerUnsure}
        text={ballotFormTexts.offerUnsureText}
        {...form.register("unsure")}
      />
      {!isUsual && !lacksDeadline && !conflict && (
        <figure className="space-y-2 rounded-xl bg-sunken px-4 py-3">
          <figcaption className="text-sm text-muted">{ballotFormTexts.preview}</figcaption>
          <VotingRules survey={{ ...settings, resultsOpen: resultsOpenOf(settings.results, deadline) }} />
        </figure>
      )}
    </FoldedFields>
  );
}

/** The choices of a radio list, from their texts in order. @param blockedBy why a value can't be chosen now */
function choicesOf<T extends string>(
  texts: Record<T, { label: string; text: string }>,
  blockedBy: (value: T) => string | undefined,
) {
  return (Object.keys(texts) as T[]).map((value) => ({ value, ...texts[value], blocked: blockedBy(value) }));
}
