import { CATEGORIES } from "@survey-app/contract/surveys/surveyFields.ts";
import { IMAGE_ALT_MAX } from "@survey-app/contract/text/limits.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import { isDrawing } from "@survey-app/contract/users/webAddress.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as pictureTexts from "@survey-app/texts/pictureTexts.ts";
import { useEffect, useRef, useState } from "react";
import { ImageField } from "../images/ImageField.tsx";
import { ownPicture, type SurveyFormState, settingsOf } from "../managing/surveyValues.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { fieldId } from "../ui/fieldId.ts";
import { TextArea } from "../ui/TextArea.tsx";
import type { AltGap } from "./altGap.ts";
import { oneLine } from "./oneLine.ts";

interface PictureFieldsProps {
  form: SurveyFormState;
  /** Called with the reason why the form can't be sent yet. */
  onBlock: (why: string | null) => void;
  /** The problem of the picture's description at the last attempt to send the form; null for none. */
  gap: AltGap | null;
}

/** The picture that has to be chosen: the question's own, or the drawing for its category. */
export function RequiredPicture({ form, onBlock, gap }: PictureFieldsProps) {
  const { image, category } = form.values;
  const isDrawn = isDrawing(image);
  const { privacy } = settingsOf(form.values);
  // Without a field for a URL, the error leads here.
  const isField = image === "" && privacy !== "named";
  return (
    <div id={isField ? fieldId("image") : undefined} tabIndex={isField ? -1 : undefined} className="space-y-4">
      {!isDrawn && <PictureFields form={form} onBlock={onBlock} gap={gap} />}
      <Checkbox
        label={askTexts.picture.useDrawing}
        text={askTexts.picture.useDrawingText}
        name="useDrawing"
        checked={isDrawn}
        onChange={({ target }) => form.change("image", target.checked ? drawingPath(category || CATEGORIES[0]) : "")}
      />
    </div>
  );
}

/** The question's own picture, and its description. */
export function PictureFields({ form, onBlock, gap }: PictureFieldsProps) {
  const { values, errors, change } = form;
  const image = ownPicture(values.image);
  const { privacy } = settingsOf(values);
  return (
    <>
      <ImageField
        name="image"
        value={image}
        onChange={(address) => change("image", address)}
        error={errors.image}
        onBlock={onBlock}
        uploadOnly={privacy === "named" ? undefined : askTexts.picture.uploadOnly}
      />
      {image && (
        <AltField
          name="imageAlt"
          value={values.imageAlt ?? null}
          onChange={(text) => change("imageAlt", text)}
          language={values.language ?? undefined}
          error={errors.imageAlt}
          gap={gap}
        />
      )}
    </>
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
  /** The text before the box was ticked. */
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
