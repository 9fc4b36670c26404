import { connect, createServer, type Server } from "node:net";
import { hasEnded, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import { freePort } from "../tools/port.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, PASSWORD, people, signIn } from "./people.ts";
import { drawPng } from "./picture.ts";
import { type RunningServer, startServer } from "./server.ts";

/** One server under two origins of one site: the pages' and the API's. */
interface TwoOrigins {
  pages: string;
  api: string;
  close(): Promise<void>;
}

async function startUnderTwoOrigins(): Promise<TwoOrigins> {
  const [pagesPort, apiPort] = [await freePort(), await freePort()];
  const [pages, api] = [`http://localhost:${pagesPort}`, `http://localhost:${apiPort}`];
  const serverEnv = { PUBLIC_URL: pages, API_BASE: `${api}/api`, CORS_ORIGINS: pages };
  const server: RunningServer = await startServer({ demo: true, crowd: false, serverEnv });
  const proxies = await Promise.all(
    [pagesPort, apiPort].map((port) => forward(port, Number(new URL(server.url).port))),
  );
  return {
    pages,
    api,
    async close() {
      for (const proxy of proxies) proxy.close();
      await server.stop();
    },
  };
}

/** Forwards all connections from one local port to another, like a proxy. */
async function forward(from: number, to: number): Promise<Server> {
  const proxy = createServer((incoming) => {
    const outgoing = connect(to, "127.0.0.1");
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on("error", () => outgoing.destroy());
    outgoing.on("error", () => incoming.destroy());
  });
  await new Promise<void>((resolve, reject) => proxy.once("error", reject).listen(from, "localhost", resolve));
  return proxy;
}

let site: TwoOrigins;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  site = await startUnderTwoOrigins();
});
test.afterAll(async () => site.close());

test("with the API on another origin users sign in, see live totals, vote and upload a photo", async ({
  page,
  context,
  playwright,
}) => {
  const { pages, api } = site;
  const misdirected: string[] = [];
  page.on("request", (request) => {
    if (/\/(api|images)\//.test(request.url()) && !request.url().startsWith(api)) misdirected.push(request.url());
  });
  const open = await context.request.get(`${api}/api/allSuryesPage?sort=asc`);
  const surveys = (await open.json()) as Survey[];
  // A survey with few votes: the demo's own accounts have voted on those with many.
  const survey = surveys.find((each) => !hasEnded(each, Date.now()) && each.totalVotes > 1 && each.privacy === "named");
  const votes = survey?.totalVotes ?? 0;

  await page.goto(`${pages}/login`);
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await page.getByLabel("Email").fill(people.user.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.locator("form").getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("banner").getByRole("button", { name: `${people.user.name} Menu` })).toBeVisible();

  const stream = page.waitForResponse(`${api}/api/surveys/${survey?._id}/events`);
  await page.goto(`${pages}/surveydetails/${survey?._id}`);
  expect((await stream).status()).toBe(200);
  const panel = page.getByRole("region", { name: "Result and vote" });
  await expect(panel).toContainText(`${votes} people`);
  const other = { request: await playwright.request.newContext({ baseURL: api }) };
  const headers = bearer(await signIn(other, "pro-user"));
  const data = { SurveyID: survey?._id, vote: 0 };
  await expect(await other.request.post("/api/serveyVoting", { headers, data })).toBeOK();
  await other.request.dispose();
  await expect(panel).toContainText(`${votes + 1} people`);
  await panel.getByRole("radio", { name: "Yes" }).check();
  await panel.getByRole("button", { name: "Vote Yes", exact: true }).click();
  await expect(panel).toContainText("You voted Yes");
  await expect(panel).toContainText(`${votes + 2} people`);

  await page.goto(`${pages}/profile`);
  await page.locator('input[type="file"]').setInputFiles({
    name: "photo.png",
    mimeType: "image/png",
    buffer: drawPng(80, 80),
  });
  const photo = page.locator(`img[src^="${api}/images/"]`).first();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(misdirected).toEqual([]);
});
