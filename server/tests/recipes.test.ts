import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { KeyScope } from "@survey-app/contract/http/endpoint.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { apiKeyRequests } from "../testing/apiKeyRequests.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

const root = join(import.meta.dirname, "../..");
/** The blocks of code on the page, in its order; the first one only sets the variables. */
const page = readFileSync(join(root, "docs/recipes.md"), "utf8");
const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = "", code = ""]) => ({
  language,
  code,
}));
const [, ask, invite, follow, save, vote, generate, typed] = blocks;

/** The OpenAPI document, as far as the test of the typed client reads it. */
interface Schema {
  $ref?: string;
  items?: Schema;
}
interface Operation {
  parameters: unknown[];
  requestBody: unknown;
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let folder: string;
let api: string;
beforeAll(async () => {
  t = await testApp({ sandbox: true });
  people = await createUsersOfEveryRole(t.database, t.tokens);
  await t.app.listen({ port: 0, host: "127.0.0.1" });
  api = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}/api`;
  folder = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true });
});

const { withKey } = apiKeyRequests(() => t);
const keyOf = async (person: Person, ...scopes: KeyScope[]) => (await withKey(person, scopes)).token;

/** Runs a command in the folder of this test and expects success. @returns what it printed */
async function run(command: string, args: string[], variables: Record<string, string> = {}): Promise<string> {
  const settings = Object.entries({ API: api, ...variables }).map(([name, value]) => `${name}=${value}`);
  const child = spawn("env", [...settings, command, ...args], { cwd: folder });
  const [printed, complaints, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once("close", resolve)),
  ]);
  expect([code, complaints], printed).toEqual([0, ""]);
  return printed;
}

/** Runs a block of the page as its reader would. */
function runBlock(block: (typeof blocks)[number] | undefined, variables: Record<string, string>): Promise<string> {
  if (!block) throw new Error("The page lacks a block");
  const { language, code } = block;
  if (language === "sh") return run("sh", ["-euc", code], variables);
  const file = `recipe-${blocks.indexOf(block)}.${{ python: "py", js: "mjs" }[language] ?? language}`;
  writeFileSync(join(folder, file), code);
  return run(language === "python" ? "python3" : process.execPath, [file], variables);
}

test("the page has five recipes and a typed client", () => {
  expect(page.match(/^## \d\./gm)).toHaveLength(5);
  expect(blocks.map(({ language }) => language)).toEqual(["sh", "sh", "python", "js", "python", "js", "sh", "ts"]);
});

test("a question is asked with curl", async () => {
  const printed = await runBlock(ask, { KEY: await keyOf(people.surveyor, "manage") });
  const [, id = ""] = /\/surveydetails\/([\w-]{36})\n$/.exec(printed) ?? [];
  const survey = await t.request(surveys.getSurvey, { as: people.surveyor, params: { id } });
  expect(survey).toMatchObject({ Title: "Shall we order a second oven?", results: "afterVote", unsure: true });
});

test("the people of a table are invited with Python, once", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, electorate: "invited" });
  const rows = Array.from({ length: 501 }, (_, n) => `"Person ${n}",person${n}@example.org\n`);
  writeFileSync(join(folder, "people.csv"), `name,email\n${rows.join("")}Nobody,not an address\n`);
  const KEY = await keyOf(people.surveyor, "manage");
  expect(await runBlock(invite, { KEY, SURVEY: id })).toMatch(
    /^left out: \{'email': 'not an address'.*\nlinks sent: 501\n$/,
  );
  await runBlock(invite, { KEY, SURVEY: id });
  const { headers } = await t.send(invitations.listInvitations, { as: people.surveyor, params: { id } });
  expect(headers["x-total-count"]).toBe("501");
});

test("a result is followed with JavaScript until voting ends, and a vote is checked", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, results: "afterVote" });
  const ended = runBlock(follow, { SURVEY: id });
  await vi.waitUntil(() => new Promise((resolve) => t.app.server.getConnections((_, count) => resolve(count > 0))));
  const KEY = await keyOf(people.user, "vote");
  expect(await runBlock(vote, { KEY, SURVEY: id })).toMatch(/^counted, receipt 1-[\w-]+\n$/);
  // Again, as after a lost response.
  expect(await runBlock(vote, { KEY, SURVEY: id })).toMatch(/^counted, receipt 1-[\w-]+\n$/);
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  expect(await ended).toMatch(/^\d voted, result hidden\n(.*\n)*1 Yes, 0 No\n$/);
});

test("results are saved with Python, page by page", async () => {
  const owner = people.otherSurveyor;
  for (let n = 0; n < 101; n++) await t.makeSurvey(owner, { Title: `Question "${n}"?` });
  await runBlock(save, { KEY: await keyOf(owner, "read"), EMAIL: owner.email });
  const [head, ...lines] = readFileSync(join(folder, "results.csv"), "utf8").trim().split("\r\n");
  expect([head, lines.length]).toEqual(["id,question,votes,yes,no,ended", 101]);
  expect(lines.at(-1)).toMatch(/^[\w-]{36},"Question ""0""\?",0,0,0,$/);
});

test("the requests of the typed client are in the document, and vote when they are sent", async () => {
  const [, address = ""] = /^npx openapi-typescript (\S+) --output \S+$/m.exec(generate?.code ?? "") ?? [];
  expect(new URL(address).pathname).toBe("/api/openapi.json");
  const { paths, components } = (await (await fetch(`${api}/openapi.json`)).json()) as Document;
  const answerOf = (operation: Operation | undefined) => {
    const { schema } = operation?.responses["200"]?.content?.["application/json"] ?? {};
    const { $ref } = schema?.items ?? schema ?? {};
    return components.schemas[$ref?.split("/").at(-1) ?? ""];
  };
  const calls = [...(typed?.code ?? "").matchAll(/client\.(\w+)\("([^"]+)", \{ (.+) \}\);/g)];
  expect(calls.map(([, ...call]) => call)).toEqual([
    ["GET", "/allSuryesPage", "params: { query: { limit: 10 } }"],
    ["POST", "/serveyVoting", "body: { SurveyID, vote: 1 }"],
  ]);
  const list = paths["/allSuryesPage"]?.get;
  expect(list?.parameters).toContainEqual(expect.objectContaining({ name: "limit", in: "query" }));
  expect(list?.responses["200"]).toHaveProperty("headers.X-Total-Count");
  expect(answerOf(list)).toHaveProperty("properties.Title");
  const cast = paths["/serveyVoting"]?.post;
  expect(cast?.requestBody).toHaveProperty("content.application/json.schema.properties.SurveyID");
  expect(cast?.requestBody).toHaveProperty("content.application/json.schema.properties.vote");
  expect(answerOf(cast)).toHaveProperty("properties.receipt");

  const SurveyID = await t.makeSurvey(people.surveyor, { Title: "Typed?", publishedBy: people.admin });
  const headers = { authorization: `Bearer ${await keyOf(people.pro, "read", "vote")}` };
  const found = await fetch(`${api}/allSuryesPage?limit=10`, { headers });
  expect(Number(found.headers.get("x-total-count"))).toBeGreaterThan(0);
  expect(await found.json()).toContainEqual(expect.objectContaining({ _id: SurveyID, Title: "Typed?" }));
  const stored = await fetch(`${api}/serveyVoting`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ SurveyID, vote: 1 }),
  });
  expect(await stored.json()).toHaveProperty("receipt", expect.stringMatching(/^1-[\w-]+$/));
  const results = await t.request(surveys.getSurveyResults, { params: { id: SurveyID } });
  expect(results).toMatchObject({ totalVotes: 1, yesVotes: 1 });
});
