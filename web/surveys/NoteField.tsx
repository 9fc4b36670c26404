import { formatCount } from "@survey-app/contract/formatCount.ts";
import { NOTE_MAX, NOTES_MAX } from "@survey-app/contract/surveys.ts";
import type { UseFormRegisterReturn } from "react-hook-form";
import { TextArea } from "../ui/TextArea.tsx";

interface NoteFieldProps extends UseFormRegisterReturn {
  /** The survey's number of notes. */
  count: number;
  error: string | undefined;
}

/** A note that supplements a description on which people have voted. */
export function NoteField({ count, error, ...field }: NoteFieldProps) {
  if (count >= NOTES_MAX)
    return <p className="text-muted">This survey has {NOTES_MAX} notes, the most a survey can have.</p>;
  return (
    <TextArea
      label="Note"
      optional
      hint={`Shown with its date below the description. You can't change it later. At most ${formatCount(NOTE_MAX)} characters. A survey can have ${NOTES_MAX} notes${count > 0 ? `; this one has ${count}` : ""}.`}
      rows={4}
      limit={NOTE_MAX}
      error={error}
      {...field}
    />
  );
}
