import { newcomer } from "./accounts.ts";
import { becomeMember, cards, expectRole, fillIn, payButton, thanks } from "./cards.ts";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { endMembershipIn } from "./memberships.sql.ts";

test("members see when their membership ends, and no card form", async ({ sharedPage }) => {
  const page = await sharedPage("pro-user");
  await page.goto("/payment");
  await expect(page.getByRole("heading", { name: "You're already a PRO member" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/runs until \d\d-\d\d-\d{4}/);
  await expect(payButton(page)).toHaveCount(0);
});

test("in its last two weeks a membership can be renewed; the new year starts at its end", async ({ page, server }) => {
  const { email } = await becomeMember(page, "Rena Renew");
  endMembershipIn(server.dataDir, email, 10);
  for (const path of ["/dashboard/adminHome", "/profile"]) {
    await page.goto(path);
    await expect(page.getByText(/Your membership ends on \d\d-\d\d-\d{4}\. Renew it for another year\./)).toBeVisible();
  }
  await checkAxe(page);
  await page.goto("/membarShip");
  await page.getByRole("region", { name: "PRO" }).getByRole("link", { name: "Renew" }).click();
  await expect(page.getByRole("main")).toContainText("One more year, starting when the current one ends:");
  const end = (await page.getByRole("main").getByRole("time").nth(1).textContent()) ?? "";
  await fillIn(page, cards.good);
  await payButton(page).click();
  await expect(thanks(page)).toBeVisible();
  await expect(page.getByRole("main").getByText(`PRO until ${end}`)).toBeVisible();
  await page.goto("/dashboard/adminHome");
  await expectRole(page, "pro-user");
  await expect(page.getByText(/Your membership ends on/)).toHaveCount(0);
});

test("where card payments are not configured, the page says so", async ({ page, context }) => {
  await newcomer(context, "Nele Nobody");
  // Changes the settings that the server sends; a real server sends these only in production.
  await page.route("**/payment", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"payments":{"by":"sandbox"}', '"payments":{"by":"none"}');
    await route.fulfill({ response, body });
  });
  await page.goto("/payment");
  await expect(page.getByText("Card payments are not set up here. Contact us")).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await checkAxe(page);
});
