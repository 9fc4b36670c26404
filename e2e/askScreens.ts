import { expect } from "./fixtures.ts";
import { type Screen, submit } from "./screen.ts";

/** Asking as a visitor, and as a surveyor. */

export const ask: Screen = {
  name: "ask",
  path: "/ask",
  heading: "Ask a question",
  states: [
    // A show of hands is selected at first, which the demo's visitors ask as guests.
    { name: "ask-errors", act: submit("Publish") },
    {
      name: "ask-secret-list",
      act: async (page) => {
        await page.getByRole("radio", { name: "Secret ballot" }).check();
        await page.getByRole("textbox", { name: "Names and email addresses" }).fill("Ada, ada@example.org");
        await expect(page.getByText("1 person, with an email address").first()).toBeVisible();
      },
    },
    {
      name: "ask-open",
      act: async (page) => {
        await page.getByRole("radio", { name: "Open vote" }).check();
        await expect(page.getByLabel("Category")).toBeVisible();
      },
    },
    {
      name: "ask-pass-rule",
      act: async (page) => {
        await page.getByRole("radio", { name: "Secret ballot" }).check();
        await page.getByText("Rule", { exact: true }).click();
        await page.getByRole("radio", { name: "Your own rule" }).check();
        await page.getByLabel("Quorum").fill("12");
        await expect(page.getByLabel("The quorum counts")).toBeVisible();
      },
    },
    {
      name: "ask-own",
      act: async (page) => {
        await page.getByRole("radio", { name: "Open vote" }).check();
        await page.getByText("More", { exact: true }).click();
        await page.getByRole("radio", { name: /^Confidential/ }).check();
        await expect(page.getByRole("radio", { name: "Your own settings" })).toBeChecked();
      },
    },
    {
      name: "ask-tip",
      act: async (page) => {
        await page.getByRole("textbox", { name: "Your question" }).fill("What should we eat on Friday?");
        await expect(page.getByRole("region", { name: "Question check" })).toContainText("yes or no");
      },
    },
  ],
};

export const addSurvey: Screen = {
  name: "add",
  path: "/dashboard/surveyAdd",
  heading: "ADD a survey",
  states: [
    { name: "add-errors", act: submit("Submit for review") },
    {
      name: "add-preview",
      act: async (page) => {
        await page.getByRole("textbox", { name: "Your question" }).fill("Shall the meeting end at five?");
        await page.getByLabel("Category").selectOption({ index: 1 });
        await page.getByRole("checkbox", { name: "Use our drawing" }).check();
        await page.getByRole("button", { name: "Preview" }).click();
        await expect(page.getByRole("heading", { name: "Check your question" })).toBeVisible();
      },
    },
  ],
};
