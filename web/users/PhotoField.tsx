import { IMAGE_TYPES } from "@survey-app/contract/surveys/images.ts";
import * as imageTexts from "@survey-app/texts/imageTexts.ts";
import * as signUpTexts from "@survey-app/texts/signUpTexts.ts";
import { type ComponentProps, useState } from "react";
import { useImageLoads } from "../images/useImageLoads.ts";
import { whyNotUploaded } from "../images/whyNotUploaded.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/TextField.tsx";

interface PhotoFieldProps {
  name: string;
  /** The value of the URL field. */
  address: string;
  /** The URL field's registration with the form, and its error. */
  input: Omit<ComponentProps<"input">, "size"> & { name: string; error: string | undefined };
  /** The file to upload when the account exists; null if none is chosen. */
  file: File | null;
  onFile: (file: File | null, problem: string | null) => void;
  fileProblem: string | null;
  /** Puts the generated picture back; missing while it is there. */
  onGenerated: (() => void) | undefined;
}

/** The picture at sign-up: generated from the name, or a file, or a URL. */
export function PhotoField({ name, address, input, file, onFile, fileProblem, onGenerated }: PhotoFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const isBroken = useImageLoads(address.trim()) === false;
  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">{signUpTexts.photo}</legend>
      <div className="flex items-center gap-4">
        <Avatar name={name || "?"} photo={address || null} size={48} />
        <p className="text-sm text-muted">{file ? file.name : !onGenerated && signUpTexts.generated}</p>
      </div>
      <details open={isOpen || Boolean(input.error)} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="inline-block py-1 text-sm font-medium underline underline-offset-4">
          {signUpTexts.useAnother}
        </summary>
        <div className="space-y-4 pt-3">
          <label className="block space-y-2">
            <span className="block font-semibold">{signUpTexts.choosePhoto}</span>
            <input
              type="file"
              accept={IMAGE_TYPES.join(",")}
              aria-invalid={fileProblem ? true : undefined}
              className="field"
              onChange={({ currentTarget }) => {
                const chosen = currentTarget.files?.[0] ?? null;
                const problem = chosen && whyNotUploaded(chosen);
                onFile(problem ? null : chosen, problem);
              }}
            />
          </label>
          {fileProblem && (
            <p role="alert" className="text-sm font-medium text-danger">
              {fileProblem}
            </p>
          )}
          <TextField
            label={signUpTexts.photoURL}
            hint={signUpTexts.photoURLHint}
            type="url"
            inputMode="url"
            autoComplete="photo"
            {...input}
          />
          {onGenerated && (
            <Button look="quiet" small onClick={onGenerated}>
              {signUpTexts.useGenerated}
            </Button>
          )}
          <p role="status" className="mt-2 text-sm font-medium text-danger empty:hidden">
            {isBroken && imageTexts.cannotLoad(signUpTexts.initialsInstead)}
          </p>
        </div>
      </details>
    </fieldset>
  );
}
