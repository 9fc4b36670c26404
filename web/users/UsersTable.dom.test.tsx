import * as session from "@survey-app/contract/session/session.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signIn, signUp } from "../../server/testing/accounts.ts";
import { makeGuest } from "../../server/testing/guests.ts";
import { makePerson } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { catchDownloads } from "../testing/catchDownloads.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";
import { withAddress } from "../testing/withAddress.ts";

/** The rows on one page of a list. */
const PAGE = 24;

let t: TestApp;
let admin: Account;
beforeAll(async () => {
  t = await startServer();
  admin = await signUp(t, { name: "Ada Admin", role: "admin" });
});
afterAll(() => t.close());

test("long lists are paginated", async () => {
  for (let index = 1; index <= PAGE; index++) await makePerson(t.database, t.tokens, { name: `User ${index}` });
  const { user, ...page } = await openPage(t, "/dashboard/admin/users", { as: admin });
  await page.findByText(`Showing ${PAGE} of ${PAGE + 1}`);
  const rows = () => within(page.getByRole("table", { name: /^Users/ })).getAllByRole("row");
  expect(rows()).toHaveLength(1 + PAGE);
  await user.click(page.getByRole("button", { name: /^Show (more|all)/ }));
  await page.findByText(`Showing ${PAGE + 1} of ${PAGE + 1}`);
  expect(rows()).toHaveLength(1 + PAGE + 1);
});

test("an admin blocks a user, unblocks them, and ends their sessions", async () => {
  const bob = await signUp(t, { name: "Bob Blocked" });
  const isSignedIn = async ({ cookie }: Account) =>
    (await t.send(session.getSession, { headers: { cookie } })).json() !== null;
  const { user, ...page } = await openPage(t, `/dashboard/admin/users?q=${bob.email}`, { as: admin });
  const row = await page.findByRole("row", { name: withAddress(bob.email) });
  const choose = async (action: string) => {
    await user.click(await within(row).findByRole("button", { name: `${action}: Bob Blocked` }));
    const dialog = within(await page.findByRole("dialog"));
    dialog.getByText(bob.email);
    await user.click(dialog.getByRole("button", { name: action }));
    await waitFor(() => expect(page.queryByRole("dialog")).toBeNull());
  };
  await choose("Block");
  await page.findByText("Bob Blocked blocked.");
  await waitFor(() => expect(row.textContent).toContain("StatusBlocked"));
  expect(await isSignedIn(bob)).toBe(false);

  await choose("Unblock");
  await page.findByText("Bob Blocked unblocked.");
  await waitFor(() => expect(row.textContent).toContain("StatusVerified"));
  const again = await signIn(t, bob);
  expect(await isSignedIn(again)).toBe(true);
  await choose("End sessions");
  await page.findByText("Bob Blocked's sessions ended.");
  expect(await isSignedIn(again)).toBe(false);
  expect(await isSignedIn(await signIn(t, bob))).toBe(true);
});

test("an admin decides to delete an account, whose owner reads it on the profile and keeps the account", async () => {
  const zoe = await signUp(t, { name: "Zoe Zealous" });
  const { user, ...page } = await openPage(t, `/dashboard/admin/users?q=${zoe.email}`, { as: admin });
  const row = await page.findByRole("row", { name: withAddress(zoe.email) });
  await user.click(await within(row).findByRole("button", { name: "Delete the account: Zoe Zealous" }));
  const dialog = within(await page.findByRole("dialog", { name: "Delete Zoe Zealous's account?" }));
  await user.click(dialog.getByRole("button", { name: "Delete the account" }));
  await page.findByText("Zoe Zealous's account will be deleted in 7 days.");
  await within(row).findByText(/^will be deleted on/);
  within(row).getByRole("button", { name: "Keep the account: Zoe Zealous" });
  await expectAccessible();

  const own = await openPage(t, "/profile", { as: zoe });
  await own.findByText(/^An admin has decided that this account will be deleted on/);
  await expectAccessible();
  await own.user.click(own.getByRole("button", { name: "Keep my account" }));
  await own.findByText("Your account won't be deleted.");
  await waitFor(() => expect(own.queryByText(/^An admin has decided/)).toBeNull());
});

test("an admin saves a copy of a person's data, which says what it leaves out", async () => {
  const person = await makePerson(t.database, t.tokens, { name: "Pia Person" });
  const { user, ...page } = await openPage(t, `/dashboard/admin/users?q=${person.email}`, { as: admin });
  const files = catchDownloads();
  await user.click(await page.findByRole("button", { name: "Download their data: Pia Person" }));
  const dialog = within(await page.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Download their data" }));
  await page.findByText("Pia Person's data downloaded.");
  const saved = JSON.parse((await files[0]?.blob.text()) ?? "");
  expect(saved).toMatchObject({ user: { email: person.email } });
  expect(saved.leftOut).toHaveLength(3);
  await user.click(page.getByRole("button", { name: "Email their data: Pia Person" }));
  await user.click(within(await page.findByRole("dialog")).getByRole("button", { name: "Email their data" }));
  await page.findByText("Email sent to Pia Person.");
});

test("a guest stands in the list without an address and a role, and is deleted with all they asked", async () => {
  const app = await startServer({ askUnlisted: "anyone" });
  try {
    const guest = await makeGuest(app);
    const admin = await signUp(app, { name: "Ada Admin", role: "admin" });
    const { user, ...page } = await openPage(app, "/dashboard/admin/users", { as: admin });
    const row = within((await page.findByText("no email address")).closest("tr") as HTMLElement);
    expect(row.queryByRole("button", { name: /surveyor/ })).toBeNull();
    await user.click(await row.findByRole("button", { name: "Delete the guest: Guest" }));
    const dialog = within(await page.findByRole("dialog", { name: "Delete this guest?" }));
    await user.click(dialog.getByRole("button", { name: "Delete the guest" }));
    await page.findByText("Guest deleted.");
    const gone = app.database.db.selectFrom("users").select("id").where("id", "=", guest.id);
    expect(await gone.execute()).toEqual([]);
  } finally {
    await app.close();
  }
});
