import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ pages: true }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const publish = (Title: string, more: object = {}) =>
  t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title, ...more });
const open = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url, headers: { accept: "text/html", ...headers } });
const directivesOf = (policy: unknown) =>
  new Map(
    String(policy)
      .split("; ")
      .map((each) => [each.split(" ")[0], each.split(" ").slice(1)]),
  );

// Security: R19
test("only an embedded survey can be framed, and it can only send requests for live totals", async () => {
  const id = await publish("May we show this elsewhere?");
  const embedded = await open(`/embed/surveys/${id}`, { cookie: "session=anything", origin: "https://news.example" });
  expect(embedded.statusCode).toBe(200);
  expect(embedded.headers["set-cookie"]).toBeUndefined();
  const directives = directivesOf(embedded.headers["content-security-policy"]);
  expect(Object.fromEntries(directives)).toMatchObject({
    "default-src": ["'none'"],
    "connect-src": [`${t.config.publicUrl}/api/surveys/${id}/events`, `${t.config.publicUrl}/api/surveys/totals`],
    "form-action": ["'none'"],
    "frame-ancestors": ["*"],
  });
  expect(embedded.payload).not.toMatch(/<form|<button|<input|<script(?![^>]*src=)|id="state"/);
  for (const path of [
    "/",
    `/surveydetails/${id}`,
    `/vote/${id}`,
    "/login",
    "/api/docs",
    `/api/surveyor/${id}`,
    "/embed/nothing",
  ])
    expect(directivesOf((await open(path)).headers["content-security-policy"]).get("frame-ancestors"), path).toEqual([
      "'none'",
    ]);
});

test("an embedded survey loads one script and one style sheet, and with embed.js less than 25 kB in all", async () => {
  const { payload } = await open(`/embed/surveys/${await publish("How heavy is this?")}`);
  const files = [...payload.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, address = ""]) => address);
  expect(files).toEqual([expect.stringMatching(/\.css$/), expect.stringMatching(/\.js$/)]);
  const script = await t.app.inject({ url: "/embed.js" });
  expect(script.headers["cross-origin-resource-policy"]).toBe("cross-origin");
  expect(script.rawPayload.length).toBeLessThan(1000);
  let bytes = script.rawPayload.length;
  for (const url of files) bytes += (await t.app.inject({ url })).rawPayload.length;
  expect(bytes).toBeLessThan(25_000);
});

test("an embedded survey shows what a visitor sees, and its buttons only select an answer in another tab", async () => {
  const id = await publish('Tea & "coffee" <b>together</b>?', { unsure: true });
  await t.request(castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  const [page, asOwner] = await Promise.all([
    open(`/embed/surveys/${id}`),
    open(`/embed/surveys/${id}`, { authorization: `Bearer ${people.surveyor.token}` }),
  ]);
  expect(page.payload).toContain("Tea &amp; &quot;coffee&quot; &lt;b&gt;together&lt;/b&gt;?");
  expect(asOwner.payload).toBe(page.payload);
  const links = [...page.payload.matchAll(/<a href="([^"]+)" target="_blank" rel="noopener"/g)].map(([, href]) => href);
  const form = `${t.config.publicUrl}/surveydetails/${id}`;
  expect(links).toEqual([
    `${form}?vote=1`,
    `${form}?vote=0`,
    `${form}?vote=2`,
    `${t.config.publicUrl}/surveydetails/${id}`,
  ]);
  const secret = await publish("Answered in secret?", {
    privacy: "secret",
    results: "afterClose",
    deadline: new Date(Date.now() + HOUR_MS).toISOString(),
  });
  expect((await open(`/embed/surveys/${secret}`)).payload).not.toContain("?vote=");

  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  const closed = (await open(`/embed/surveys/${id}`)).payload;
  const { label } = await t.request(surveys.getSurvey, { params: { id } });
  expect(closed).not.toContain("?vote=");
  expect(closed).toContain("They chose to take part");
  expect(closed).toContain("Closed by its owner on ");
  expect(closed).toContain(label.head);
});

test("an embedded survey that its deadline ended says when that was, also if a server closed it days later", async () => {
  const id = await publish("Tea?", { deadline: new Date(Date.now() + HOUR_MS).toISOString() });
  const deadline = Date.now() - 3 * DAY_MS;
  const late = {
    starts_at: deadline - HOUR_MS,
    ends_at: deadline,
    closed_at: Date.now(),
    closed_by: "deadline",
  } as const;
  await t.database.db.updateTable("surveys").set(late).where("id", "=", id).execute();
  expect((await open(`/embed/surveys/${id}`)).payload).toContain(
    `<time dateTime="${new Date(deadline).toISOString()}">`,
  );
});

test("a survey that visitors can't see is embedded without a word of it, and answers 404 or 410 like its page", async () => {
  const waiting = await t.makeSurvey(people.surveyor, { Title: "Not public yet?" });
  const id = await publish("Was it public?");
  await t.request(surveys.setSurveyStatus, {
    as: people.admin,
    params: { id },
    body: { status: 1, feedback: "No", reason: "spam" },
  });
  for (const [path, status] of [
    [waiting, 404],
    [id, 410],
    ["none", 404],
    ["a%3Bscript-src%20*%20%27", 404],
  ] as const) {
    const page = await open(`/embed/surveys/${path}`);
    expect([page.statusCode, page.payload.includes("public")], path).toEqual([status, false]);
    expect(page.payload).toContain("This survey isn&#x27;t available.");
    expect(directivesOf(page.headers["content-security-policy"]).get("script-src")).toEqual(["'self'"]);
  }
});

test("a survey for invited people can't be embedded", async () => {
  const id = await publish("For the people on the list?", { electorate: "invited" });
  const page = await open(`/embed/surveys/${id}`);
  expect([page.statusCode, page.payload.includes("people")]).toEqual([404, false]);
  const url = `${t.config.publicUrl}/surveydetails/${id}`;
  expect((await t.app.inject({ url: "/api/oembed", query: { url } })).statusCode).toBe(404);
});

test("EMBED_ORIGINS names the sites that may embed surveys", async () => {
  const limited = await testApp({ pages: true, embedOrigins: ["https://a.example", "https://b.example"] });
  const page = await limited.app.inject({ url: "/embed/surveys/none" });
  expect(directivesOf(page.headers["content-security-policy"]).get("frame-ancestors")).toEqual([
    "'self'",
    "https://a.example",
    "https://b.example",
  ]);
  await limited.close();
});

test("oEmbed describes a survey given any of its URLs, within the size that the site has", async () => {
  const id = await publish('Why "quote"?');
  const { publicUrl } = t.config;
  const ask = (query: object) => t.app.inject({ url: "/api/oembed", query: query as Record<string, string> });
  for (const path of [`/surveydetails/${id}`, `/vote/${id}?vote=1`, `/surveys/${id}/results`, `/embed/surveys/${id}`]) {
    const found = await ask({ url: publicUrl + path, maxwidth: "300", maxheight: "9999" });
    expect(found.json(), path).toMatchObject({
      version: "1.0",
      type: "rich",
      width: 300,
      height: 330,
      title: 'Why "quote"?',
    });
    expect(found.json().html).toContain(
      `src="${publicUrl}/embed/surveys/${id}" title="Why &quot;quote&quot;?" width="300"`,
    );
    expect(found.json().thumbnail_url).toBe(`${publicUrl}/surveys/${id}/card.png?v=4.1`);
  }
  for (const url of [
    `https://evil.example/surveydetails/${id}`,
    `${publicUrl}/login`,
    `${publicUrl}/surveydetails/none`,
  ])
    expect((await ask({ url })).statusCode, url).toBe(404);
  for (const query of [{ url: "no url" }, { url: publicUrl, format: "xml" }, { url: publicUrl, maxwidth: "-1" }, {}])
    expect((await ask(query)).statusCode).toBe(422);
  const page = await open(`/surveydetails/${id}`);
  const [, href = ""] = /type="application\/json\+oembed" href="([^"]+)"/.exec(page.payload) ?? [];
  const discovered = new URL(href.replaceAll("&amp;", "&"));
  expect((await t.app.inject({ url: discovered.pathname + discovered.search })).json().title).toBe('Why "quote"?');
  expect(page.payload).toContain(`<meta property="og:image" content="${publicUrl}/surveys/${id}/card.png?v=4.1"/>`);
});
