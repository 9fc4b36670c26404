import { expect, test } from "./fixtures.ts";
import { specRoutes } from "./specRoutes.ts";

test("every page that needs a sign-in sends visitors to /login and remembers where they were going", async ({
  sharedPage,
}) => {
  const page = await sharedPage("visitor");
  const forSignedIn = specRoutes.filter(({ role }) => role !== "visitor");
  await page.goto("/membarShip");
  for (const path of new Set(forSignedIn.map((route) => route.path))) {
    const address = path.replace(/\{\w+\}/, "a");
    // As links do, without reloading the page.
    await page.evaluate((to) => history.pushState(null, "", to), address);
    await expect(page, path).toHaveURL(`/login?${new URLSearchParams({ returnTo: address })}`);
  }
});
