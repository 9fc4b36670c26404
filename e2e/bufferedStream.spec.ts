import { freePort } from "../tools/port.ts";
import { programPath } from "../tools/test/program.ts";
import { type RunningNginx, startBufferingNginx } from "../tools/test/startNginx.ts";
import { expect, test } from "./fixtures.ts";
import { signIn } from "./people.ts";
import { type RunningServer, startServer } from "./server.ts";
import { makeLinkSurvey, voteByLink } from "./surveys.ts";

/** A site behind an nginx that buffers event streams, as proxies of schools and companies do. */
let site: string;
let server: RunningServer;
let proxy: RunningNginx;
const nginx = programPath("nginx");
test.skip(!nginx, "There is no nginx here");
test.beforeAll(async () => {
  test.setTimeout(120_000);
  const port = await freePort();
  site = `http://localhost:${port}`;
  server = await startServer({ demo: true, crowd: false, serverEnv: { PUBLIC_URL: site } });
  proxy = await startBufferingNginx(nginx ?? "", port, Number(new URL(server.url).port));
});
test.afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

test("behind a proxy that buffers streams, a phone and the wall follow the votes of a room", async ({
  context,
  playwright,
}) => {
  const direct = await playwright.request.newContext({ baseURL: site });
  const token = await signIn({ request: direct }, "surveyor");
  const id = await makeLinkSurvey(direct, token, "Test: Does the wall move?");
  const [phone, wall] = [await context.newPage(), await context.newPage()];
  for (const [page, path] of [
    [phone, `/surveydetails/${id}`],
    [wall, `/surveys/${id}/present`],
  ] as const) {
    await page.clock.install();
    await page.goto(site + path);
    await page.clock.runFor(26_000);
    await expect(page.getByRole("button", { name: "Updating regularly · Pause" })).toBeVisible();
  }
  await voteByLink(direct, id, 1);
  for (const [page, text] of [
    [phone, "Yes leads, 1 to 0"],
    [wall, "1 person has voted"],
  ] as const) {
    await page.clock.runFor(7000);
    await expect(page.getByRole("main").or(page.locator("body")).getByText(text).first()).toBeVisible();
  }
  await direct.dispose();
});
