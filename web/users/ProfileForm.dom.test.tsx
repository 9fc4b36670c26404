import { avatarPath } from "@survey-app/contract/users/avatars.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

test("generated initials aren't a photo to edit, and follow the name", async () => {
  const account = await signUp(t, { name: "Nora New" });
  const { user, ...page } = await openPage(t, "/profile", { as: account });
  const name = await page.findByLabelText("Display name");
  expect(page.getByLabelText("Or paste an image URL")).toHaveProperty("value", "");
  expect(page.queryByAltText("The chosen picture")).toBeNull();
  await user.clear(name);
  await user.type(name, "Anna Blue");
  await user.click(page.getByRole("button", { name: "Save" }));
  const initials = () => document.querySelector("main img")?.getAttribute("src");
  await waitFor(() => expect(initials()).toBe(avatarPath("Anna Blue")));
  expect(page.getByLabelText("Or paste an image URL")).toHaveProperty("value", "");
});

test("initials replace a removed photo; a name without any requires one", async () => {
  const account = await signUp(t);
  await t.request(users.updateMyProfile, { as: account, body: { photoURL: "https://example.org/nora.png" } });
  const { user, ...page } = await openPage(t, "/profile", { as: account });
  const name = await page.findByLabelText("Display name");
  await user.click(page.getByRole("button", { name: "Remove" }));
  await user.click(page.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(document.querySelector("main img")?.getAttribute("src")).toBe(avatarPath("Nora New")));
  await page.findAllByText("Profile saved.");
  await user.clear(name);
  await user.type(name, "!!!");
  await user.click(page.getByRole("button", { name: "Save" }));
  expect(within(await page.findByRole("group", { name: /attention$/ })).getByRole("link").textContent).toBe(
    "Photo URL is required",
  );
});
