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

/** The path and the fragment of the link in the newest email. Emails are stored after the requests that cause them. */
const mailedLink = (subject: string) =>
  waitFor(async () => {
    const list = await t.app.inject({ url: "/sandbox/mail" });
    const [, mail] = /href="(\/sandbox\/mail\/[^"]+)">([^<]+)/.exec(list.payload) ?? [];
    expect(list.payload).toContain(`href="${mail}">${subject}<`);
    const [, link = ""] = /href="([^"]+#[^"]+)"/.exec((await t.app.inject({ url: mail ?? "" })).payload) ?? [];
    const { pathname, hash } = new URL(link);
    return pathname + hash;
  });

test("an address is confirmed by a click, not by merely opening the link, which works once", async () => {
  const account = await signUp(t, { name: "Vera Verified" });
  const profile = await openPage(t, "/profile", { as: account });
  const address = async () => within(await within(document.body).findByRole("region", { name: "Email address" }));
  await (await address()).findByText("Not confirmed yet");
  await profile.user.click((await address()).getByRole("button", { name: "Send the link again" }));
  await (await address()).findByText(`We sent a link to ${account.email}.`);

  const link = await mailedLink("Confirm your email address");
  expect(link).toMatch(/^\/verify-email#/);
  // Busy until the session is known.
  const confirm = { name: "Confirm my email address", busy: false };
  await (await openPage(t, link, { as: account })).findByRole("button", confirm);
  const page = await openPage(t, link, { as: account });
  await waitFor(() => expect(location.hash).toBe(""));
  await page.user.click(await page.findByRole("button", confirm));
  await page.findByText(`${account.email} is confirmed. Thank you.`);
  expect(document.activeElement).toBe(page.getByRole("link", { name: "Go to the surveys" }));

  await openPage(t, "/profile", { as: account });
  await (await address()).findByText("Confirmed");
  expect((await address()).queryByRole("button", { name: "Send the link again" })).toBeNull();
  const spent = await openPage(t, link, { as: account });
  await spent.user.click(await spent.findByRole("button", confirm));
  await spent.findByText("This link was already used or has expired.", { exact: false });
});
