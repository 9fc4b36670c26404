import type { ProblemDetails } from "@survey-app/contract/errors.ts";
import { expect, test } from "vitest";
import { readTexts } from "../../tools/texts/catalogs.ts";
import { wordsOf } from "../../tools/texts/code.ts";
import { wordedProblem } from "./wordProblem.ts";

/** The catalogs of German as their modules have them. */
const german = { errorTexts: {} as Record<string, string>, formErrors: {} as Record<string, Record<string, string>> };
for (const [path, message] of readTexts("de")) {
  const [catalog, name = "", rule = ""] = path.split(".");
  if (catalog === "errorTexts") german.errorTexts[name] = wordsOf(message);
  if (catalog === "formErrors") german.formErrors[name] = { ...german.formErrors[name], [rule]: wordsOf(message) };
}

const problem = (fields: object) =>
  ({
    type: "about:blank",
    title: "Conflict",
    status: 409,
    detail: "In English.",
    requestId: "1",
    ...fields,
  }) as ProblemDetails;

test("errors are worded by their codes, those of fields too", () => {
  const errors = [{ field: "Description", message: "In English", code: "description.tooLong" }];
  expect(wordedProblem(problem({ code: "badInput", errors }), german)).toMatchObject({
    detail: "Einige Felder brauchen Ihre Aufmerksamkeit.",
    code: "badInput",
    errors: [{ field: "Description", message: "Die Beschreibung darf höchstens 5.000 Zeichen haben" }],
  });
});

test("what a newer server says stays as it is, as do errors that no screen shows", () => {
  const errors = [
    { field: "sort", message: "sort must be asc or desc" },
    { field: "Title", message: "Title must rhyme", code: "title.rhyme" },
    { field: "poem", message: "Poem is required", code: "poem.required" },
  ];
  const said = problem({ code: "newerCode", errors });
  expect(wordedProblem(said, german)).toEqual(said);
});
