/** The sentences of all errors, which are loaded with the first one. */
export * as errorTexts from "@survey-app/texts/errorTexts.ts";
export * as formErrors from "@survey-app/texts/formErrors.ts";
