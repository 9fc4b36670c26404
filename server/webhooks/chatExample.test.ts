import { type ChildProcess, spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { testWebhook } from "@survey-app/contract/ops/webhooks.ts";
import { setOutcome } from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { voteAsNewPerson } from "../testing/voteAsNewPerson.ts";
import { startWebhookApp, type WebhookApp } from "../testing/webhookApp.ts";

const program = join(import.meta.dirname, "../../docs/examples/chat.mjs");

let t: WebhookApp;
let site: string;
beforeAll(async () => {
  t = await startWebhookApp();
  await t.app.listen({ port: 0, host: "127.0.0.1" });
  site = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});
afterAll(() => t.close());

/** Starts the example as an operator would. @returns its URL */
async function start(variables: Record<string, string>): Promise<string> {
  const settings = Object.entries({ SITE: site, PORT: "0", ...variables }).map(([name, value]) => `${name}=${value}`);
  const child: ChildProcess = spawn("env", [...settings, process.execPath, program], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill());
  const { promise, resolve } = Promise.withResolvers<string>();
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const [, port] = /port (\d+)/.exec(text) ?? [];
    if (port) resolve(`http://127.0.0.1:${port}`);
  });
  return promise;
}

/** A chat, the example before it, and a survey's owner whose webhook leads there. */
async function connect(settings: (chat: Receiver) => Record<string, string>) {
  const { owner, create } = await t.receive();
  const chat = await startReceiver();
  onTestFinished(() => chat.close());
  const { webhook, secret } = await create(owner, { url: "http://127.0.0.1:9/none" });
  const url = await start({ SECRET: secret, ...settings(chat) });
  await t.database.db.updateTable("webhooks").set({ url }).where("id", "=", webhook._id).execute();
  const said = async (count: number) => (await chat.until(count)).map(({ body }) => JSON.parse(body));
  return { owner, webhook, chat, url, said };
}
const slack = (chat: Receiver) => ({ SLACK_URL: `${chat.url}/services/T0/B0/X` });
const matrix = (chat: Receiver) => ({ MATRIX_URL: chat.url, MATRIX_ROOM: "!room:example.org", MATRIX_TOKEN: "syt_x" });
const vote = (id: string, choice: 0 | 1) => voteAsNewPerson(t, id, choice);

test("Slack gets one sentence for what happened: the question, the final result, what was decided; never a number before", async () => {
  const { owner, chat, said } = await connect(slack);
  const id = await t.makeSurvey(owner, { publishedBy: t.people.admin, Title: "Tea & <!channel>?" });
  expect(await said(1)).toEqual([
    { text: `Tea &amp; &lt;!channel&gt;? http://localhost:3000/surveydetails/${id}`, unfurl_links: false },
  ]);
  for (const choice of [1, 1, 0] as const) await vote(id, choice);
  await t.request(surveys.closeSurvey, { as: owner, params: { id } });
  const [, closed] = await said(2);
  expect(closed.text).toMatch(/^Result: Tea &amp; .*Yes won, 2 to 1\./);
  await t.request(setOutcome, { as: owner, params: { id }, body: { text: "We buy tea.\nMore" } });
  const [, , decided] = await said(3);
  expect(decided.text).toMatch(/^What was decided: Tea &amp; .* We buy tea\. http/);
  expect(chat.received.map(({ path }) => path)).toEqual(Array(3).fill("/services/T0/B0/X"));
});

test("Matrix gets a notice without mentions, under an id that a repeated request has too", async () => {
  const { owner, webhook, chat, said } = await connect(matrix);
  const { insertedId } = await t.request(testWebhook, { as: owner, params: { id: webhook._id } });
  expect(await said(1)).toEqual([
    { msgtype: "m.notice", body: "Messages from Survey App arrive here.", "m.mentions": {} },
  ]);
  expect(chat.received[0]).toMatchObject({
    path: `/_matrix/client/v3/rooms/!room%3Aexample.org/send/m.room.message/${insertedId}`,
    headers: { authorization: "Bearer syt_x" },
  });
});

test("a result that is never shown, or without votes, is put into words, without zeros or numbers of answers", async () => {
  const { owner, said } = await connect(slack);
  const deadline = new Date(Date.now() + DAY_MS).toISOString();
  const settings = { publishedBy: t.people.admin, deadline, results: "afterClose", privacy: "confidential" } as const;
  const id = await t.makeSurvey(owner, settings);
  await said(1);
  await vote(id, 1);
  await t.request(surveys.closeSurvey, { as: t.people.admin, params: { id } });
  const [, few] = await said(2);
  expect(few.text).toContain("Too few votes to show a result.");
  const empty = await t.makeSurvey(owner, { publishedBy: t.people.admin });
  await said(3);
  await t.request(surveys.closeSurvey, { as: owner, params: { id: empty } });
  const [, , , none] = await said(4);
  expect(none.text).toContain("Voting ended without votes.");
  for (const { text } of [few, none]) expect(text).not.toMatch(/\b0\b|100%|\d+ (Yes|No)\b/);
});

test("requests that are unsigned, old or forged aren't forwarded", async () => {
  const { chat, url } = await connect(slack);
  const body = JSON.stringify({ type: "test", data: {} });
  const now = String(Math.floor(Date.now() / 1000));
  for (const headers of [
    {},
    { "webhook-id": "1", "webhook-timestamp": now, "webhook-signature": "v1,AAAA" },
    { "webhook-id": "1", "webhook-timestamp": "1", "webhook-signature": `v1,${"A".repeat(43)}=` },
  ])
    expect((await fetch(url, { method: "POST", headers: headers as Record<string, string>, body })).status).toBe(401);
  expect((await fetch(url, { method: "POST", body: "x".repeat(20_000) })).status).toBe(401);
  expect(chat.received).toEqual([]);
});
