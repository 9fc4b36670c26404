import type { AddressInfo } from "node:net";
import { getSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { streamSurveyTotals } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasCaddy, startCaddy } from "../testing/caddy.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, urlOf } from "../testing/testApp.ts";

describe.runIf(hasCaddy())("behind Caddy with deploy/Caddyfile, unchanged", () => {
  let t: TestApp;
  let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
  let caddy: Awaited<ReturnType<typeof startCaddy>>;
  beforeAll(async () => {
    t = await testApp({ trustProxy: 1 });
    people = await createUsersOfEveryRole(t.database, t.tokens);
    await t.app.listen({ port: 0, host: "127.0.0.1" });
    caddy = await startCaddy((t.app.server.address() as AddressInfo).port);
  });
  afterAll(async () => {
    await caddy?.stop();
    await t.close();
  });

  test("the API answers, and health checks stay private with a slash at the end, too", async () => {
    const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    expect((await fetch(caddy.site + urlOf(getSurvey, { params: { id } }))).status).toBe(200);
    for (const path of ["/readyz", "/readyz/", "/livez", "/livez/"])
      expect((await fetch(caddy.site + path)).status, path).toBe(404);
  });

  test("a stream arrives event by event", async () => {
    const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    const { body } = await fetch(caddy.site + urlOf(streamSurveyTotals, { params: { id } }));
    const reader = body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain("retry:");
    await reader?.cancel();
  });
});
