import * as apiKeys from "@survey-app/contract/session/apiKeys.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpBody } from "../testing/accounts.ts";
import { makePerson } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test("a missing name at sign-up has the code of a person's name, and that of an API key its own", async () => {
  const { name: _, ...nameless } = signUpBody();
  for (const body of [nameless, { ...nameless, name: "" }, { ...nameless, name: " \u200b" }]) {
    const { errors } = await t.refused(session.signUp, { body });
    expect(errors).toEqual([{ field: "name", message: "Name is required", code: "name.required" }]);
  }
  const as = await makePerson(t.database, t.tokens);
  const { errors } = await t.refused(apiKeys.createApiKey, { as, body: { name: "", scopes: ["read"] } });
  expect(errors).toMatchObject([{ field: "name", code: "keyName.required" }]);
});

test("no two messages have the same words, because the words identify the code", () => {
  const messages = Object.values(formErrors).flatMap((group) => Object.values(group));
  const texts = messages.filter((message) => typeof message === "string");
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});
