import { expect, test } from "./fixtures.ts";
import { bearer, signIn, signUp } from "./people.ts";

test("a promoted person's tabs stay signed in, while one gets the new session and the other is being loaded", async ({
  page,
  context,
  newPerson,
}) => {
  const token = await signUp(context, "Petra Promoted");
  const { sub } = JSON.parse(atob(token.split(".")[1] ?? "")) as { sub: string };
  const other = await context.newPage();
  await page.goto("/dashboard/user/surveys");
  await other.goto("/dashboard/user/surveys");
  const old = await context.cookies();
  const headers = bearer(await signIn((await newPerson()).context(), "admin"));
  await expect(await page.request.patch(`/api/users/admin/${sub}`, { headers })).toBeOK();

  // The server has answered, and the browser doesn't know yet.
  const devtools = await context.newCDPSession(page);
  const slow = { offline: false, latency: 1500, downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send("Network.emulateNetworkConditions", slow);
  const renewing = page.waitForRequest("**/api/jwt");
  await page.evaluate(() => localStorage.setItem("access-token", "worn out"));
  await page.getByRole("link", { name: "Reported surveys" }).click();
  await renewing;
  await other.reload();
  await expect(other.getByRole("link", { name: "ADD a survey" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Reported surveys" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("link", { name: "ADD a survey" })).toBeVisible();

  const session = (cookies: typeof old) => cookies.find(({ name }) => name.endsWith("session_token"))?.value;
  expect(session(await context.cookies())).not.toBe(session(old));
});
