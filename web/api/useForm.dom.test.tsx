import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, signUp } from "../../server/testing/accounts.ts";
import type { Browser } from "../../server/testing/browser.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

const TYPED = "Was this typed early?";

test("text typed before the page is hydrated stays in the form, and is in its draft", async () => {
  const { findByLabelText } = await openPage(t, "/ask", {
    beforeHydration: () => {
      for (const [name, value] of Object.entries({ Title: TYPED, category: "Food Preparation" })) {
        const field = document.querySelector(`form [name=${name}]`);
        if (!field) throw new Error(`There is no ${name}.`);
        Object.assign(field, { value });
      }
    },
  });
  expect(await findByLabelText(/^Your question/)).toHaveProperty("value", TYPED);
  expect(await findByLabelText("Category")).toHaveProperty("value", "Food Preparation");
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain(TYPED));
});

test("the choice of who answers, made before the page is hydrated, also sets everything that follows from it", async () => {
  const press = (field: string) => () => document.querySelector<HTMLInputElement>(`form input${field}`)?.click();
  const page = await openPage(t, "/ask", { beforeHydration: press("[name=who][value=secret]") });
  expect(await page.findByRole("radio", { name: "Secret ballot" })).toHaveProperty("checked", true);
  page.getByRole("group", { name: "When does it pass?" });
  expect(page.getByRole("radio", { name: "1 week" })).toHaveProperty("checked", true);
  await waitFor(() =>
    expect(JSON.stringify({ ...sessionStorage })).toMatch(/(?=.*electorate.{5}invited)(?=.*privacy.{5}secret)/),
  );

  const open = await openPage(t, "/ask?for=team", { beforeHydration: press("[name=onlyList]") });
  expect(await open.findByRole("checkbox", { name: "Only people on my list" })).toHaveProperty("checked", true);
  open.getByLabelText(/^Names and email addresses/);
});

test("the server's message about a field stays while another field changes, and disappears when its own does", async () => {
  const account = await signUp(t);
  const { user, ...page } = await openPage(t, "/profile", { as: account });
  await user.click(await page.findByRole("button", { name: "Change the password" }));
  const dialog = within(await page.findByRole("dialog", { name: "Change your password" }));
  const [current, next] = [dialog.getByLabelText("Current password"), dialog.getByLabelText("New password")];
  await user.type(current, "Not mine at all 1!");
  await user.type(next, `${PASSWORD} again`);
  await user.click(dialog.getByRole("button", { name: "Change the password" }));
  const wrong = await dialog.findByRole("link");
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole("group")));
  await user.type(next, "!");
  expect(current.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(`${current.id}-error`)?.textContent).toBe(wrong.textContent);
  expect(current.getAttribute("aria-describedby")).toBe(`${current.id}-error`);
  await user.type(current, "!");
  expect(current.getAttribute("aria-invalid")).toBeNull();
  expect(dialog.queryByRole("group")).toBeNull();
});

test("text typed while a form is being sent is still there afterwards, and counts as not saved", async () => {
  const account = await signUp(t, { name: "Nora New" });
  const { user, browser, ...page } = await openPage(t, "/profile", { as: account });
  const name = await page.findByLabelText("Display name");
  await user.clear(name);
  await user.type(name, "Nora");
  const answer = holdResponses(browser);
  await user.click(page.getByRole("button", { name: "Save" }));
  await user.type(name, " Newer");
  answer();
  await page.findByText("Profile saved.", { selector: ".toast *" });
  expect(name).toHaveProperty("value", "Nora Newer");
  expect(page.queryByText("Profile saved.", { selector: "form *" })).toBeNull();
});

test("a wrong field that no summary lists gets the focus", async () => {
  const { user, ...page } = await openPage(t, "/dashboard/surveyAdd", { as: await signUp(t, { role: "surveyor" }) });
  await user.type(await page.findByLabelText(/^Your question/), "Shall we buy the hall?");
  await user.selectOptions(page.getByLabelText("Category"), "Food Preparation");
  await user.click(page.getByRole("checkbox", { name: "Use our drawing" }));
  await user.click(page.getByRole("radio", { name: "Secret ballot" }));
  await user.click(await page.findByRole("radio", { name: /^Your own rule/ }));
  const share = page.getByLabelText(/^Share$/);
  await user.clear(share);
  await user.type(share, "3/2");
  await user.click(page.getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(document.activeElement).toBe(share));
});

/** Holds the responses to a browser's requests. @returns a function that lets them arrive */
function holdResponses(browser: Browser): () => void {
  const send = browser.send.bind(browser);
  const { promise, resolve } = Promise.withResolvers<void>();
  browser.send = async (...request) => {
    const response = await send(...request);
    await promise;
    return response;
  };
  return resolve;
}
