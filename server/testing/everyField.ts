import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import type { OwnFields } from "@survey-app/contract/surveys/surveyFields.ts";
import type { createSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";

type Form = RequestOf<typeof createSurvey>["body"];
export type FieldName = keyof OwnFields;

const polish = {
  language: "pl" as const,
  Title: "Czy kupujemy łódź?",
  Description: "Stara przecieka.",
  imageAlt: "Niebieska łódź",
};

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/**
 * For tests that follow every field from the form to each place that shows surveys: a question with a value in every
 * field, and a change of each field. A new field of the contract is a type error here until it has both.
 */
export function everyField() {
  const form = {
    Title: "Do we buy a boat?",
    Description: "The old one leaks.",
    language: "en",
    translations: [polish],
    imageAlt: "A blue boat",
    category: "Food Preparation",
    image: "https://example.org/boat.webp",
    createDate: inDays(-2),
    scheduled: true,
    deadline: inDays(9),
    results: "afterClose",
    privacy: "named",
    changeable: true,
    unsure: true,
    electorate: "invited",
    passRule: { needs: "atLeast", share: "2/3", of: "sides", quorum: { people: 3, of: "answers" } },
    listed: true,
    contact: "Nora, in the office",
  } satisfies { [Name in FieldName]: NonNullable<Form[Name]> };
  const changes = {
    Title: { Title: "Do we buy a bus?" },
    Description: { Description: "The old one is slow." },
    language: { language: "de" },
    translations: { translations: [{ ...polish, Title: "Czy kupujemy autobus?" }] },
    imageAlt: { imageAlt: "A red bus" },
    category: { category: "Cleaning Tools" },
    image: { image: "https://example.org/bus.webp" },
    createDate: { createDate: inDays(-1) },
    scheduled: { scheduled: false },
    deadline: { deadline: inDays(8) },
    results: { results: "live", passRule: null },
    privacy: { privacy: "confidential", image: "/categories/food-preparation.svg" },
    changeable: { changeable: false },
    unsure: { unsure: false },
    electorate: { electorate: "everyone", passRule: null },
    passRule: { passRule: null },
    listed: { listed: false },
    contact: { contact: "Nils, at the pier" },
  } satisfies { [Name in FieldName]: Pick<Form, Name> & Partial<Form> };
  return { form, changes };
}
