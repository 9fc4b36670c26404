import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { PASSWORD, signUp } from "../../server/testing/accounts.ts";
import { membershipsOf, moveMembership } from "../../server/testing/memberships.sql.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
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

test("PRO leads to the payment page; a member sees until when they are one, and no card form", async () => {
  const { user, ...page } = await openPage(t, "/membarShip", { as: await signUp(t) });
  await user.click(await page.findByRole("link", { name: "Choose PRO" }));
  await page.findByRole("heading", { name: "Payment", level: 1 });
  await waitFor(() => expect(page.getByRole("main").textContent).toContain("$12.00 / year"));

  const as = await signUp(t, { isMember: true });
  await (await openPage(t, "/membarShip", { as })).findByText(/^You're a PRO member/);
  const payment = await openPage(t, "/payment", { as });
  await payment.findByRole("heading", { name: "You're already a PRO member" });
  expect(payment.getByRole("main").textContent).toMatch(/runs until \d\d-\d\d-\d{4}/);
  expect(payment.queryByRole("button", { name: /^Pay/ })).toBeNull();
});

test("in its last two weeks a membership can be renewed; the new year starts at its end", async () => {
  const as = await signUp(t, { name: "Rena Renew", isMember: true });
  const [membership] = await membershipsOf(t.database, as.id);
  const by = Date.now() + 10 * DAY_MS - Number(membership?.ends_at);
  await moveMembership(t.database, membership?.id ?? "", by);
  for (const path of ["/dashboard/adminHome", "/profile"]) {
    const page = await openPage(t, path, { as });
    const notice = (await page.findByText(/^Your membership ends on/)).textContent;
    expect(notice).toMatch(/^Your membership ends on \d\d-\d\d-\d{4}\. Renew it for another year\.$/);
  }
  await expectAccessible();

  const { user, ...page } = await openPage(t, "/membarShip", { as });
  const plan = within(page.getByRole("region", { name: "PRO" }));
  await user.click(await plan.findByRole("link", { name: "Renew" }));
  const period = await page.findByText(/^One more year, starting when the current one ends:/);
  const [start, end] = within(period).getAllByRole("time");
  expect(start?.textContent).toMatch(/^\d\d-\d\d-\d{4}$/);
  await user.click(await page.findByRole("button", { name: /^Fill in 4242/ }));
  await user.click(page.getByRole("button", { name: "Pay $12.00" }));
  await page.findByRole("heading", { name: "Thank you pro user member" });
  const main = page.getByRole("main");
  await waitFor(() => expect(main.textContent).toContain(`PRO until ${end?.textContent}`));
  const home = await openPage(t, "/dashboard/adminHome", { as });
  await home.findByText("You are signed in as pro-user.");
  expect(home.queryByText(/^Your membership ends on/)).toBeNull();
});

test("where no membership can be bought, nothing offers one or counts money, and Free works", async () => {
  const without = await startServer({ sandbox: false });
  onTestFinished(() => without.close());
  const visitor = await openPage(without, "/membarShip");
  visitor.getByText("Memberships can't be bought on this site. Voting and asking are free.");
  expect(visitor.queryByRole("region", { name: "PRO" })).toBeNull();
  expect(visitor.queryByRole("link", { name: "PRICE Page" })).toBeNull();
  const as = await signUp(without);
  const { user, ...page } = await openPage(without, "/membarShip", { as });
  await user.click(page.getByRole("link", { name: "Choose Free" }));
  await page.findByText(/^Thank you free Membar/);
  await expectAccessible();

  const admin = await signUp(without, { role: "admin" });
  const home = await openPage(without, "/dashboard/adminHome", { as: admin });
  await home.findByText("Users");
  const payments = await openPage(without, "/dashboard/user/paymentHistory", { as: admin });
  await payments.findByText("Memberships can't be bought on this site. Voting and asking are free.");
  for (const each of [home, payments]) expect(each.queryByText(/\$0\.00/)).toBeNull();
});

test("where card payments are not configured, the page says so", async () => {
  const without = await startServer({ sandbox: false });
  onTestFinished(() => without.close());
  const page = await openPage(without, "/payment", { as: await signUp(without) });
  const note = await page.findByText(/^Card payments are not set up here\./);
  within(note).getByText("Contact us");
  expect(page.queryByRole("button", { name: /^Pay/ })).toBeNull();
  await expectAccessible();
});
