import type { Page } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, people } from "./people.ts";
import { sidewaysScroll } from "./sidewaysScroll.ts";
import { makeInvitedSurvey } from "./surveys.ts";

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;

/** Takes a screenshot, stored beside the run's other results, and runs the checks of every screen. */
async function look(page: Page, name: string) {
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });
  await checkAxe(page);
  expect(await sidewaysScroll(page)).toBe(0);
}

for (const [device, size] of Object.entries(SIZES))
  test(`an owner invites a co-owner, who takes a group of a list for the survey that they share now, on a ${device}`, async ({
    sharedPage,
    request,
    tokenFor,
  }) => {
    test.setTimeout(240_000);
    const [surveyor, admin] = [bearer(await tokenFor("surveyor")), bearer(await tokenFor("admin"))];
    const Title = `Test: Do we sing on a ${device}?`;
    const id = await makeInvitedSurvey(request, surveyor, Title);
    const owner = await sharedPage("surveyor");
    await owner.setViewportSize(size);

    await test.step("invites by address", async () => {
      await owner.goto(`/dashboard/surveys/${id}/settings`);
      const section = owner.getByRole("region", { name: "Owners" });
      await section.getByLabel("Invite a surveyor by email address").fill(people.admin.email);
      await section.getByRole("button", { name: "Invite" }).click();
      await expect(section.getByText(people.admin.email)).toBeVisible();
      await section.scrollIntoViewIfNeeded();
      await look(owner, "owners");
    });

    const coOwner = await sharedPage("admin");
    await coOwner.setViewportSize(size);
    await test.step("accepts, and finds the survey", async () => {
      await coOwner.goto("/dashboard/shared");
      await expect(coOwner.getByText(Title)).toBeVisible();
      await look(coOwner, "invitation");
      await coOwner.getByRole("button", { name: `Accept: ${Title}` }).click();
      await expect(coOwner.getByRole("link", { name: Title })).toBeVisible();
      await look(coOwner, "shared");
    });

    await test.step("fills a list of people", async () => {
      await coOwner.goto("/dashboard/lists");
      await coOwner.getByLabel("Name of a new list").fill(`Choir ${device}`);
      await coOwner.getByRole("button", { name: "Create the list" }).click();
      await coOwner
        .getByLabel("Names and email addresses")
        .fill("name,email,group\nAda,ada@example.org,Alto\nBob,bob@example.org,Bass");
      await coOwner.getByRole("button", { name: "Check the list" }).click();
      await coOwner.getByRole("button", { name: "Add 2 people" }).click();
      await expect(coOwner.getByText("2 people added.")).toBeVisible();
      await look(coOwner, "list");
    });

    await test.step("takes a copy of a group", async () => {
      await coOwner.goto(`/dashboard/surveys/${id}/people`);
      await coOwner.getByLabel("List", { exact: true }).selectOption(`Choir ${device} (2)`);
      await coOwner.getByRole("checkbox", { name: "Alto (1)" }).check();
      await look(coOwner, "take");
      await coOwner.getByRole("button", { name: "Copy people" }).click();
      await coOwner.getByRole("button", { name: "Add 1 person" }).click();
      await expect(coOwner.getByText("1 person added.")).toBeVisible();
    });

    // Otherwise the page would reload the list, which is no longer theirs.
    await coOwner.goto("/dashboard/adminHome");
    // Before the next test, the demo's admin must not own other people's lists and surveys.
    await expect(await request.delete(`/api/surveys/${id}/owners/mine`, { headers: admin })).toBeOK();
    for (const { _id } of (await (await request.get("/api/voter-lists", { headers: admin })).json()) as {
      _id: string;
    }[])
      await expect(await request.delete(`/api/voter-lists/${_id}`, { headers: admin })).toBeOK();
  });
