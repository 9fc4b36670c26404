import * as stateTexts from "@survey-app/texts/askStateTexts.ts";
import { type SurveyFormState, settingsOf } from "../managing/surveyValues.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { RadioList } from "../ui/RadioList.tsx";
import type { Who } from "./settingNeeds.ts";
import type { StateWords } from "./stateWords.ts";
import type { usePicking } from "./usePicking.ts";

const icons = { hands: innerIcons.hand, secret: innerIcons.lock, open: innerIcons.users } as const satisfies Record<
  Who,
  string
>;

interface WhoAnswersProps {
  form: SurveyFormState;
  words: StateWords;
  picking: ReturnType<typeof usePicking>;
  /** Whether the question can only be unlisted. */
  onlyUnlisted: boolean;
}

/**
 * The field for who answers: three choices, from which most settings follow, and a fourth for settings that keep the
 * promise of none.
 */
export function WhoAnswers({ form, words: { who, cards, own }, picking, onlyUnlisted }: WhoAnswersProps) {
  const { alsoSet, pick, pickWho } = picking;
  const { electorate } = settingsOf(form.values);
  const choices: { value: Who | "own"; label: string; text: string; icon: string }[] = (
    Object.keys(icons) as Who[]
  ).map((value) => ({
    value,
    label: stateTexts.cards[value].label,
    text: value === "open" && onlyUnlisted ? stateTexts.openToList : cards[value],
    icon: icons[value],
  }));
  if (own !== null) choices.push({ value: "own", label: stateTexts.own, text: own, icon: innerIcons.pencil });
  return (
    <div className="space-y-3">
      {/* Forms are read again when the page is hydrated, by the names of their fields. */}
      <input type="hidden" name="electorate" value={electorate} />
      <RadioList
        legend={stateTexts.who}
        name="who"
        isCards
        choices={choices}
        chosen={who}
        onChoose={(value) => value !== "own" && pickWho(value)}
        error={form.errors.electorate}
      />
      {who !== "hands" && who !== "secret" && !onlyUnlisted && (
        <div className="ps-4">
          <Checkbox
            label={stateTexts.onlyList}
            text={stateTexts.onlyListText}
            name="onlyList"
            checked={electorate === "invited"}
            onChange={({ target }) => pick("electorate")(target.checked ? "invited" : "everyone")}
          />
        </div>
      )}
      <p role="status" className={alsoSet.length > 0 ? "text-sm font-medium" : "sr-only"}>
        {alsoSet.join(" ")}
      </p>
    </div>
  );
}
