import type { ProblemDetails } from "@survey-app/contract/http/errors.ts";
import { expect, test } from "vitest";
import { readStoredCatalogs } from "../../tools/texts/catalogs.ts";
import { localizedProblem } from "./errorSentences.ts";

const catalogs = readStoredCatalogs("de");
/** German texts, in the form of their modules. */
const german = { errorTexts: catalogs.get("errorTexts"), formErrors: catalogs.get("formErrors") } as Parameters<
  typeof localizedProblem
>[1];

const problem = (fields: object) =>
  ({
    type: "about:blank",
    title: "Conflict",
    status: 409,
    detail: "In English.",
    requestId: "1",
    ...fields,
  }) as ProblemDetails;

test("errors are localized by their codes, those of fields too", () => {
  const errors = [{ field: "Description", message: "In English", code: "description.control" }];
  expect(localizedProblem(problem({ code: "badInput", errors }), german)).toMatchObject({
    detail: "Einige Felder sind nicht richtig ausgefüllt.",
    code: "badInput",
    errors: [{ field: "Description", message: "Die Beschreibung darf keine Steuerzeichen enthalten" }],
  });
});

test("the character that an error names stays in every language", () => {
  const message = "Description must not contain control characters (U+202E)";
  const errors = [{ field: "Description", message, code: "description.control" }];
  expect(localizedProblem(problem({ code: "badInput", errors }), german)).toMatchObject({
    errors: [{ message: "Die Beschreibung darf keine Steuerzeichen enthalten (U+202E)" }],
  });
});

test("a newer server's sentences stay as they are, as do errors that no screen shows", () => {
  const errors = [
    { field: "sort", message: "sort must be asc or desc" },
    { field: "Title", message: "Title must rhyme", code: "title.rhyme" },
    { field: "poem", message: "Poem is required", code: "poem.required" },
  ];
  const said = problem({ code: "newerCode", errors });
  expect(localizedProblem(said, german)).toEqual(said);
});
