import { IMAGE_ALT_MAX } from "@survey-app/contract/limits.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as pictureTexts from "@survey-app/texts/pictureTexts.ts";
import { useEffect, useRef, useState } from "react";
import { Controller } from "react-hook-form";
import { ImageField } from "../images/ImageField.tsx";
import { type SurveyFormState, settingsOf } from "../surveys/surveyValues.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { FoldedFields } from "../ui/FoldedFields.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import type { AltGap } from "./altGap.ts";
import { oneLine } from "./oneLine.ts";

interface PictureFieldsProps {
  form: SurveyFormState;
  /** Called with the reason why the form can't be sent yet. */
  onBlock: (why: string | null) => void;
  /** What was wrong with the picture's description at the last attempt to send the form; null for nothing. */
  gap: AltGap | null;
}

/** The question's own picture, and its description. */
export function PictureFields({ form, onBlock, gap }: PictureFieldsProps) {
  const { errors } = form.formState;
  const image = form.watch("image");
  const { privacy } = settingsOf({ privacy: form.watch("privacy") });
  return (
    <FoldedFields
      title={askTexts.picture.summary}
      text={image ? askTexts.picture.change : askTexts.picture.text}
      isNeeded={Boolean(image)}
      isWrong={Boolean(errors.image || errors.imageAlt || gap)}
    >
      <Controller
        control={form.control}
        name="image"
        render={({ field: { name, value, onChange } }) => (
          <ImageField
            name={name}
            value={value}
            onChange={onChange}
            error={errors.image?.message}
            onBlock={onBlock}
            uploadOnly={privacy === "named" ? undefined : askTexts.picture.uploadOnly}
          />
        )}
      />
      {image && (
        <Controller
          control={form.control}
          name="imageAlt"
          render={({ field: { name, value, onChange } }) => (
            <AltField
              name={name}
              value={value ?? null}
              onChange={onChange}
              language={form.watch("language") ?? undefined}
              error={errors.imageAlt?.message}
              gap={gap}
            />
          )}
        />
      )}
    </FoldedFields>
  );
}

interface AltFieldProps {
  name: string;
  /** As the API's `imageAlt`. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** The language of the question. */
  language: string | undefined;
  error: string | undefined;
  gap: AltGap | null;
}

/** The picture's description, or that it is only decoration. */
function AltField({ name, value, onChange, language, error, gap }: AltFieldProps) {
  const isDecoration = value === "";
  /** What was written before the box was ticked. */
  const [kept, keep] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!gap) return;
    field.current?.focus({ preventScroll: true });
    // With the text above it, which the bars would cover on a phone.
    field.current?.closest("div")?.scrollIntoView({ block: "center" });
  }, [gap]);

  function tick(isTicked: boolean) {
    if (isTicked) keep(value);
    onChange(isTicked ? "" : kept);
  }

  return (
    <div className="space-y-3">
      {!isDecoration && (
        <TextArea
          ref={field}
          label={pictureTexts.label}
          hint={
            <>
              {gap && (
                <span className="mb-1 block rounded-xl bg-accent-soft px-4 py-3 text-ink">
                  {pictureTexts.gaps[gap]}
                </span>
              )}
              {pictureTexts.hint}
            </>
          }
          name={name}
          lang={language}
          rows={2}
          limit={IMAGE_ALT_MAX}
          error={error}
          value={value ?? ""}
          // An empty field means no description, which is not the same as decoration.
          onChange={({ target }) => onChange(oneLine(target.value) || null)}
        />
      )}
      <Checkbox
        label={pictureTexts.decoration}
        text={pictureTexts.decorationText}
        name="isDecoration"
        checked={isDecoration}
        onChange={({ target }) => tick(target.checked)}
      />
    </div>
  );
}
