import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { makeLinkSurvey, voteByLink } from "./surveys.ts";

let host: Server;
/** The body of the other site's page. */
let html = "";
test.beforeAll(async () => {
  host = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!DOCTYPE html><title>News</title><link rel="icon" href="data:,"><h1>News</h1>${html}`);
  });
  // A site other than "localhost", but on this machine, which browsers don't let public sites reach.
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
});
test.afterAll(() => host.close());

/** Opens a page of another site with this HTML in it. */
async function openHost(page: Page, content: string): Promise<void> {
  html = content;
  await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
}

test("@phone a survey in another site's page is live, as high as it needs, and votes in a tab of its own", async ({
  page,
  context,
  server,
  publishSurvey,
  newClient,
  tokenFor,
}) => {
  const id = await publishSurvey({ title: "May other sites show this?" });
  await page.goto(`/surveydetails/${id}`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText("Show it on your site").click();
  await expect(page.frameLocator("iframe").getByRole("link", { name: /^Yes/ })).toBeVisible();
  const code = await page.getByLabel("Code for your page").inputValue();

  // As in a browser that blocks all cookies and storage of other sites, which the page must not depend on.
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException("Access is denied", "SecurityError");
    };
    for (const storage of ["localStorage", "sessionStorage", "indexedDB", "caches"])
      if (window !== window.top) Object.defineProperty(window, storage, { get });
  });
  const requests: string[] = [];
  await page.route(`${server.url}/**`, async (route, request) => {
    requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
    await route.continue({ headers: { ...(await request.allHeaders()), cookie: "" } });
  });
  await openHost(page, code);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByText("No votes yet")).toBeVisible();
  const [height, needed] = await Promise.all([
    page.locator("iframe").evaluate((element) => element.clientHeight),
    frame.locator("html").evaluate((element) => Math.ceil(element.getBoundingClientRect().height)),
  ]);
  expect(height).toBe(needed);
  expect(requests.filter((each) => !/^GET \/(embed\.js|embed\/(surveys|assets)\/[\w./-]+)$/.test(each))).toEqual([
    `GET /api/surveys/${id}/events`,
  ]);

  const voter = await newClient();
  const cast = await voter.request.post("/api/serveyVoting", {
    data: { SurveyID: id, vote: 1 },
    headers: { authorization: `Bearer ${await tokenFor("user")}` },
  });
  expect(cast.status()).toBe(200);
  await expect(frame.getByText("Yes leads, 1 to 0")).toBeVisible();

  const opening = context.waitForEvent("page");
  await frame.getByRole("link", { name: /^No/ }).click();
  const tab = await opening;
  // The question and both answers, and the answer that was picked there, which is shown and not selected.
  await expect(tab.getByRole("heading", { name: "May other sites show this?" })).toBeVisible();
  await expect(tab.getByText("You picked No elsewhere. Pick it here.")).toBeVisible();
  for (const answer of ["Yes", "No"]) {
    await expect(tab.getByRole("radio", { name: answer })).toBeInViewport();
    await expect(tab.getByRole("radio", { name: answer })).not.toBeChecked();
  }
  // It is kept through signing in.
  const login = await tab.getByRole("link", { name: "Sign in" }).getAttribute("href");
  expect(new URL(login ?? "", tab.url()).searchParams.get("returnTo")).toBe(`/surveydetails/${id}?vote=0`);
});

test("an embedded survey by open link says that as many browsers voted as it has votes", async ({
  page,
  request,
  server,
  tokenFor,
}) => {
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Do both numbers move?");
  await openHost(page, `<iframe src="${server.url}/embed/surveys/${id}" width="400" height="500"></iframe>`);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByText("No votes yet")).toBeVisible();
  await voteByLink(request, id, 1);
  await expect(frame.getByText("Yes leads, 1 to 0")).toBeVisible();
  await expect(frame.getByText(/^1 browser /)).toBeVisible();
});

test("the flyer is one page of the chosen paper", async ({ sharedPage, publishSurvey }) => {
  const page = await sharedPage("surveyor");
  const title = `Is ${"a very long question, ".repeat(7)}still on one page?`;
  const deadline = "2199-01-01T12:00:00Z";
  const id = await publishSurvey({ title, deadline });
  for (const [query, size] of [
    ["", "594.95996 841.91998"],
    ["?size=a5", "420 594.95996"],
  ]) {
    await page.goto(`/surveys/${id}/flyer${query}`);
    await expect(page.getByText(/\/v\/[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible();
    await expect(page.getByText("Vote until 02-01-2199, 01:00 (Pacific/Auckland)")).toBeVisible();
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    expect(pdf).toContain(`[0 0 ${size}]`);
  }
});
