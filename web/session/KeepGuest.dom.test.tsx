import { afterEach, expect, test } from "vitest";
import { makeGuest } from "../../server/testing/guests.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
afterEach(() => t.close());

test.each(["open", "closed"] as const)(
  "where registration is %s, a guest reads of an email address only if the page can add one",
  async (kind) => {
    t = await startServer({ askUnlisted: "anyone", registration: { kind, domains: [] } });
    const page = await openPage(t, "/ask", { as: await makeGuest(t) });
    const note = await page.findByText(/^You can manage your questions only in this browser, for 30 days\./);
    const canAdd = kind === "open";
    expect(note.textContent?.includes("Add your email address to keep them.")).toBe(canAdd);
    expect(page.queryByRole("button", { name: "Keep it: add your email" }) !== null).toBe(canAdd);
  },
);
