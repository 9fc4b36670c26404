import { avatarPath } from "@survey-app/contract/avatars.ts";
import * as users from "@survey-app/contract/users.ts";
import { waitFor } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

test("generated initials are no photo to edit, and follow the name", async () => {
  const account = await signUp(t, { name: "Nora New" });
  await t.request(users.updateMyProfile, { as: account, body: { photoURL: avatarPath("Nora New") } });
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
