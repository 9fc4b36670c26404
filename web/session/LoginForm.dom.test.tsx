import { waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

test("a wrong password shows an error, and the right one leads to the page that asked for a sign-in", async () => {
  const { email } = await signUp(t, { name: "Nora New" });
  const { user, ...page } = await openPage(t, "/login?returnTo=/profile");
  await user.type(page.getByLabelText("Email"), email);
  await user.type(page.getByLabelText("Password"), "Not-the-one7!");
  await user.click(page.getByRole("button", { name: "Login" }));
  expect((await page.findByRole("alert")).textContent).toContain("Email and password don't match");
  await user.click(await page.findByRole("button", { name: "OK" }));
  expect(location.pathname).toBe("/login");

  await user.clear(page.getByLabelText("Password"));
  await user.type(page.getByLabelText("Password"), PASSWORD);
  await user.click(page.getByRole("button", { name: "Login" }));
  await waitFor(() => expect(location.pathname).toBe("/profile"));
  expect(await page.findByLabelText("Display name")).toHaveProperty("value", "Nora New");
});

test("a browser with the cookie of a session is signed in, and one without it is asked to sign in", async () => {
  const surveyor = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
  const own = await openPage(t, "/profile", { as: surveyor });
  expect(await own.findByLabelText("Display name")).toHaveProperty("value", "Sam Surveyor");
  await own.findByText("surveyor");

  await openPage(t, "/profile");
  await waitFor(() => expect(location.pathname + location.search).toBe("/login?returnTo=%2Fprofile"));
});
