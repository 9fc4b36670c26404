import { NOTE_MAX } from "@survey-app/contract/surveys.ts";
import type { UseFormRegisterReturn } from "react-hook-form";
import { formatCount } from "../ui/formatCount.ts";
import { TextArea } from "../ui/TextArea.tsx";

/** What amends a description that people have voted on. */
export function NoteField({ error, ...field }: UseFormRegisterReturn & { error: string | undefined }) {
  return (
    <TextArea
      label="Note"
      optional
      hint={`Stands below the description, with its date, and can't be changed later. At most ${formatCount(NOTE_MAX)} characters.`}
      rows={4}
      limit={NOTE_MAX}
      error={error}
      {...field}
    />
  );
}
