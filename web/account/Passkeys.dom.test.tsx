import { randomUUID } from "node:crypto";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import { setEmailVerified } from "../../server/testing/identities.sql.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

// `e2e/passkeys.spec.ts` adds, uses and removes one.
test("passkeys are listed with when they were added and last used, and renamed", async () => {
  const account = await signUp(t, { name: "Petra Passkey" });
  await setEmailVerified(t.database, account.email, true);
  const at = Date.now();
  const passkey = { user_id: account.id, public_key: "", counter: 0 };
  const values = [
    { ...passkey, id: randomUUID(), credential_id: randomUUID(), name: "My phone", created_at: at, last_used_at: null },
    { ...passkey, id: randomUUID(), credential_id: randomUUID(), name: "My key", created_at: at, last_used_at: at },
  ];
  await t.database.db.insertInto("passkeys").values(values).execute();
  const { user, ...page } = await openPage(t, "/profile", { as: account });
  const section = within(await page.findByRole("region", { name: "Passkeys" }));
  const item = (name: string) => section.getByText(name).closest("li");
  await waitFor(() => expect(section.getAllByRole("listitem")).toHaveLength(2));
  expect(item("My phone")?.textContent).not.toContain("last used");
  expect(item("My key")?.textContent).toContain("last used");

  await user.click(section.getByRole("button", { name: "Rename: My phone" }));
  const dialog = within(await page.findByRole("dialog", { name: "Rename “My phone”" }));
  await user.clear(dialog.getByRole("textbox", { name: "Name" }));
  await user.type(dialog.getByRole("textbox", { name: "Name" }), "My old phone{Enter}");
  await section.findByText("My old phone");
  expect(section.queryByText("My phone")).toBeNull();
});
