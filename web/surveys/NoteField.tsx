import { NOTE_MAX, NOTES_MAX } from "@survey-app/contract/surveys.ts";
import type { UseFormRegisterReturn } from "react-hook-form";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { TextArea } from "../ui/TextArea.tsx";

interface NoteFieldProps extends UseFormRegisterReturn {
  /** The survey's number of notes. */
  count: number;
  error: string | undefined;
}

/** A note that supplements a description on which people have voted. */
export function NoteField({ count, error, ...field }: NoteFieldProps) {
  if (count >= NOTES_MAX) return <p className="text-muted">{surveyTexts.notesFull}</p>;
  return (
    <TextArea
      label={surveyTexts.note}
      optional
      hint={surveyTexts.noteHint(count)}
      rows={4}
      limit={NOTE_MAX}
      error={error}
      {...field}
    />
  );
}
