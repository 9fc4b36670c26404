import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import { Browser } from "../../server/testing/browser.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";
import { withAddress } from "../testing/withAddress.ts";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

/** A new member. Returns the account and the payment's transaction id. */
async function becomeMember(name: string) {
  const account = await signUp(t, { name });
  const { user, ...page } = await openPage(t, "/payment", { as: account });
  await user.click(await page.findByRole("button", { name: /^Fill in 4242/ }));
  await user.click(page.getByRole("button", { name: "Pay $12.00" }));
  await page.findByRole("heading", { name: "Thank you pro user member" });
  return { account, id: (await page.findByText(/^pi_/)).textContent ?? "" };
}

test("an admin finds a payment by email and status, and refunds it; the membership ends", async () => {
  await becomeMember("Other Member");
  const { account, id } = await becomeMember("Gerda Given");
  const { email } = account;
  const home = await openPage(t, "/dashboard/adminHome", { as: account });
  await home.findByText("You are signed in as pro-user.");

  const admin = await signUp(t, { role: "admin" });
  const { user, ...page } = await openPage(t, "/dashboard/user/paymentHistory", { as: admin });
  const sum = await page.findByText(/^Total collected \(net of refunds\)/);
  const before = sum.textContent;
  expect(before).toMatch(/\$24\.00 from 2 payments$/);
  await user.type(page.getByRole("searchbox", { name: "Search by email" }), `${email}{Enter}`);
  await user.selectOptions(page.getByRole("combobox", { name: "Status" }), "paid");
  await waitFor(() => expect(location.search).toContain("status=paid"));
  const row = () => page.getByRole("row", { name: new RegExp(id) });
  await waitFor(() => expect(page.getAllByText(/^pi_/)).toHaveLength(1));
  await user.click(within(row()).getByRole("button", { name: `Refund ${id} of ${email}` }));
  const dialog = await page.findByRole("dialog", { name: `Refund $12.00 to ${email}?` });
  expect(dialog.textContent).toContain("The membership it paid for will end immediately.");
  await user.click(within(dialog).getByRole("button", { name: "Refund" }));
  await page.findByText(`Payment from ${email} refunded.`);
  await page.findByText("No payments found");
  await waitFor(() => expect(sum.textContent).not.toBe(before));
  history.back();
  await waitFor(() => expect(row().textContent).toContain("refunded"));
  expect(within(row()).queryByRole("button", { name: /^Refund/ })).toBeNull();

  const after = await openPage(t, "/dashboard/adminHome", { as: account });
  await after.findByText("You are signed in as user.");
  const payment = await openPage(t, "/payment", { as: account });
  await payment.findByRole("button", { name: "Pay $12.00" });
});

test("a list that fails to load shows an error, and Try again loads it", async () => {
  const { id } = await becomeMember("Lisa Late");
  const admin = await signUp(t, { role: "admin" });
  const browser = new Browser();
  const send = browser.send.bind(browser);
  browser.send = async (address, init) =>
    address.includes("/api/payment/all")
      ? Response.json({ code: "notFound", title: "No" }, { status: 404 })
      : send(address, init);
  const { user, ...page } = await openPage(t, "/dashboard/user/paymentHistory", { as: admin, browser });
  await page.findByRole("alert");
  expect(page.queryByText(id)).toBeNull();
  browser.send = send;
  await user.click(page.getByRole("button", { name: "Try again" }));
  await page.findByText(id);
  expect(page.queryByRole("alert")).toBeNull();
});

test("own payments show price, date and a transaction id that can be copied", async () => {
  const { account, id } = await becomeMember("Kim Keeps");
  const { user, ...page } = await openPage(t, "/dashboard/user/pro/paymentHistory", { as: account });
  const row = await page.findByRole("row", { name: withAddress(account.email) });
  expect(row.textContent).toContain("$12.00");
  expect(row.textContent).toMatch(/\d\d-\d\d-\d{4}/);
  await user.click(within(row).getByRole("button", { name: `Copy the transaction id ${id}` }));
  await within(row).findByText("Copied");
  expect(await navigator.clipboard.readText()).toBe(id);
});
