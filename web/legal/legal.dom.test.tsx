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

test("the footer leads to contact, privacy and terms, and from the dashboard too", async () => {
  const { user, ...page } = await openPage(t, "/");
  const follow = async (name: string) => {
    const footer = within(within(document.body).getByRole("navigation", { name: "About this site" }));
    await user.click(footer.getByRole("link", { name }));
    const heading = await within(document.body).findByRole("heading", { level: 1, name });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  };
  const main = () => page.getByRole("main").textContent;
  await follow("Privacy");
  page.getByRole("heading", { level: 2, name: "What is stored" });
  await follow("Terms");
  expect(main()).toContain("Your account or your invitation has one vote on each survey.");
  await follow("Contact");
  expect(main()).toContain("No contact address is published on this site.");

  const dashboard = await openPage(t, "/dashboard/adminHome", { as: await signUp(t) });
  await dashboard.findByRole("heading", { level: 1, name: "Overview" });
  await dashboard.user.click(within(dashboard.getByRole("contentinfo")).getByRole("link", { name: "Privacy" }));
  const heading = await dashboard.findByRole("heading", { level: 1, name: "Privacy" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});
