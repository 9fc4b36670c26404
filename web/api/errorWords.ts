/** The sentences of all errors and what words an error by them, which are loaded with the first error in another language than the API's. */
export * as errorTexts from "@survey-app/texts/errorTexts.ts";
export * as formErrors from "@survey-app/texts/formErrors.ts";
export { wordedError, wordedProblem } from "./wordedErrors.ts";
