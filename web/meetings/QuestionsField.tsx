import { MEETING_QUESTIONS_MAX, TITLE_MAX } from "@survey-app/contract/text/limits.ts";
import * as formTexts from "@survey-app/texts/meetingFormTexts.ts";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { Button } from "../ui/Button.tsx";
import { fieldId } from "../ui/fieldId.ts";
import { Icon } from "../ui/Icon.tsx";
import { TextField } from "../ui/TextField.tsx";

interface QuestionsFieldProps {
  /** At least one, which can be empty. */
  questions: readonly string[];
  onChange: (questions: string[]) => void;
  errors: Record<string, string | undefined>;
}

const nameOf = (index: number) => `questions.${index}`;

/** The first questions of a meeting, a field each: Enter adds another one. */
export function QuestionsField({ questions, onChange, errors }: QuestionsFieldProps) {
  /** The field that gets the focus once it is rendered. */
  const next = useRef<number | null>(null);
  useEffect(() => {
    if (next.current !== null) document.getElementById(fieldId(nameOf(next.current)))?.focus();
    next.current = null;
  });

  function addAfter(index: number, event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (questions[index]?.trim() === "") return;
    next.current = index + 1;
    // An empty one that is there already is used first.
    const isThere = questions[index + 1]?.trim() === "";
    if (isThere || questions.length >= MEETING_QUESTIONS_MAX) onChange([...questions]);
    else onChange(questions.toSpliced(index + 1, 0, ""));
  }

  function remove(index: number) {
    next.current = Math.max(0, index - 1);
    onChange(questions.toSpliced(index, 1));
  }

  return (
    <div className="space-y-3">
      {questions.map((question, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a question is known by its place alone
        <div key={index} className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label={index === 0 ? formTexts.firstQuestion : formTexts.questionNumber(index + 1)}
              hint={index === 0 ? formTexts.enterAdds : undefined}
              name={nameOf(index)}
              autoComplete="off"
              enterKeyHint="next"
              limit={TITLE_MAX}
              value={question}
              error={errors[nameOf(index)] ?? (index === 0 ? errors.questions : undefined)}
              onChange={({ target }) => onChange(questions.with(index, target.value))}
              onKeyDown={(event) => addAfter(index, event)}
            />
          </div>
          {index > 0 && (
            <Button
              look="plain"
              className="px-2.5"
              aria-label={formTexts.removeQuestion(index + 1)}
              onClick={() => remove(index)}
            >
              <Icon name="cross" />
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
