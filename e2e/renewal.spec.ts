import type { Page } from "@playwright/test";
import { openProfile } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, signUp } from "./people.ts";

/** Requests data that needs a sign-in and is never cached. */
const downloadData = (page: Page) => page.getByRole("button", { name: "Download my data" }).click();

// Security: R41
test("two tabs that request a new token at the same time, after a promotion, both stay signed in", async ({
  page,
  context,
  tokenFor,
}) => {
  const token = await signUp(context, "Petra Promoted");
  const { sub } = JSON.parse(atob(token.split(".")[1] ?? "")) as { sub: string };
  const other = await context.newPage();
  await openProfile(page);
  await openProfile(other);
  const session = async () => (await context.cookies()).find(({ name }) => name.endsWith("session_token"))?.value;
  const old = await session();
  const headers = bearer(await tokenFor("admin"));
  await expect(await page.request.patch(`/api/users/admin/${sub}`, { headers })).toBeOK();

  // The server has created the new session, but its response has not reached the browser yet.
  const devtools = await context.newCDPSession(page);
  const slow = { offline: false, latency: 400, downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send("Network.emulateNetworkConditions", slow);
  await page.evaluate(() => localStorage.setItem("access-token", "worn out"));
  const [asking, both] = [page.waitForRequest("**/api/jwt"), [page, other].map((tab) => tab.waitForEvent("download"))];
  await downloadData(page);
  await asking;
  await downloadData(other);
  await Promise.all(both);
  expect(await session()).not.toBe(old);
});
