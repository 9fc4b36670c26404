import * as uiTexts from "@survey-app/texts/uiTexts.ts";

/** The error of a field whose text is too long, or empty where `ifEmpty` says why it must not be; as `useForm` takes it. */
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
