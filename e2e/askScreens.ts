import { expect } from "./fixtures.ts";
import { type Screen, submit } from "./screen.ts";

/** Asking as a visitor, and as a surveyor. */

export const ask: Screen = {
  name: "ask",
  path: "/ask",
  heading: "Ask a question",
  states: [
    { name: "ask-errors", act: submit("Continue") },
    {
      name: "ask-secret-list",
      act: async (page) => {
        await page.getByRole("radio", { name: "Secret ballot" }).check();
        await page.getByRole("radio", { name: "Only people on a list" }).check();
        await page.getByRole("textbox", { name: "Names and email addresses" }).fill("Ada, ada@example.org");
        await expect(page.getByText("1 person on the list")).toBeVisible();
      },
    },
    {
      name: "ask-pass-rule",
      act: async (page) => {
        await page.getByRole("radio", { name: "Your own rule" }).check();
        await page.getByLabel("Quorum").fill("12");
        await expect(page.getByLabel("The quorum counts")).toBeVisible();
      },
    },
    {
      name: "ask-customized",
      act: async (page) => {
        await page.getByText("Customize").click();
        await page.getByRole("radio", { name: "Each person after their own vote" }).check();
        await expect(page.getByRole("radio", { name: "Your own settings" })).toBeChecked();
      },
    },
    {
      name: "ask-tip",
      act: async (page) => {
        await page.getByRole("textbox", { name: "Your question" }).fill("Should we buy meat and sell the grill?");
        await expect(page.getByRole("region", { name: "Question check" })).toContainText("two questions in one");
      },
    },
  ],
};

export const addSurvey: Screen = {
  name: "add",
  path: "/dashboard/surveyAdd",
  heading: "ADD a survey",
  states: [
    { name: "add-errors", act: submit("Continue") },
    {
      name: "add-preview",
      act: async (page) => {
        await page.getByRole("textbox", { name: "Your question" }).fill("Shall the meeting end at five?");
        await page.getByLabel("Category").selectOption({ index: 1 });
        await page.getByRole("button", { name: "Continue" }).click();
        await expect(page.getByRole("heading", { name: "Check your question" })).toBeVisible();
      },
    },
  ],
};
