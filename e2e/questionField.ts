import type { Locator, Page } from "@playwright/test";

/**
 * The field for the question in the form. The home page's field has the same label, and stays while the form loads;
 * only the form's has a name.
 */
export const questionField = (page: Page): Locator =>
  page.getByRole("textbox", { name: "Your question" }).and(page.locator("[name=Title]"));
