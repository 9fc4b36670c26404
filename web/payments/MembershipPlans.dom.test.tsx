import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

test("a visitor who chooses Free signs in on the way and is thanked", async () => {
  const { email } = await signUp(t);
  const { user, ...page } = await openPage(t, "/membarShip");
  expect(page.getByRole("region", { name: "PRO" }).textContent).toContain("$12.00 / year");
  await user.click(page.getByRole("link", { name: "Choose Free" }));
  await waitFor(() => expect(location.pathname + location.search).toMatch(/^\/login\?returnTo=/));
  const heading = await page.findByRole("heading", { level: 1, name: "Login" });
  // Before that, typing would end early.
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await user.type(page.getByLabelText("Email"), email);
  await user.type(page.getByLabelText("Password"), PASSWORD);
  await user.click(within(page.getByRole("main")).getByRole("button", { name: "Login" }));
  await page.findByText(/^Thank you free Membar/);
  expect(location.pathname).toBe("/dashboard/user/surveys");
});

test("PRO leads to the payment page; a member sees that they are one, and no card form", async () => {
  const { user, ...page } = await openPage(t, "/membarShip", { as: await signUp(t) });
  await user.click(await page.findByRole("link", { name: "Choose PRO" }));
  await page.findByRole("heading", { name: "Payment", level: 1 });
  await waitFor(() => expect(page.getByRole("main").textContent).toContain("$12.00 / year"));

  const as = await signUp(t, { isMember: true });
  await (await openPage(t, "/membarShip", { as })).findByText(/^You're a PRO member/);
  const payment = await openPage(t, "/payment", { as });
  await payment.findByRole("heading", { name: "You're already a PRO member" });
  expect(payment.queryByRole("button", { name: /^Pay/ })).toBeNull();
});
