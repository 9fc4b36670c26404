import * as uiTexts from "@survey-app/texts/uiTexts.ts";

/**
 * The error of a field, as `useForm` takes it: the text is too long, or it is empty and `ifEmpty` says why it must not
 * be.
 */
export function textError<Field extends string>(
  field: Field,
  text: string,
  max: number,
  ifEmpty?: string,
): { [F in Field]?: string } {
  const trimmed = text.trim().normalize("NFC");
  const error = trimmed === "" ? ifEmpty : trimmed.length > max ? uiTexts.tooLong(max) : undefined;
  return (error === undefined ? {} : { [field]: error }) as { [F in Field]?: string };
}
