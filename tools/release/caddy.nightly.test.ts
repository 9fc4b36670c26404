import { mkdtempSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { streamSurveyTotals } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createUsersOfEveryRole } from "../../server/testing/people.ts";
import { type TestApp, testApp, urlOf } from "../../server/testing/testApp.ts";
import { type Child, startChild } from "../child.ts";
import { freePort } from "../port.ts";
import { programPath } from "../test/program.ts";

const caddy = programPath("caddy");

describe.runIf(caddy)("behind Caddy with deploy/Caddyfile, unchanged", () => {
  let t: TestApp;
  let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
  let proxy: Child;
  let site: string;
  beforeAll(async () => {
    t = await testApp({ trustProxy: 1 });
    people = await createUsersOfEveryRole(t.database, t.tokens);
    await t.app.listen({ port: 0, host: "127.0.0.1" });
    const folder = mkdtempSync(join(tmpdir(), "survey-app-caddy-"));
    site = `http://127.0.0.1:${await freePort()}`;
    proxy = await startChild(caddy ?? "", ["run", "--config", join(import.meta.dirname, "../../deploy/Caddyfile")], {
      env: {
        PUBLIC_URL: site,
        UPSTREAM: `127.0.0.1:${(t.app.server.address() as AddressInfo).port}`,
        CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
        HOME: folder,
        PATH: process.env.PATH,
      },
      output: "keep",
      temporary: folder,
    });
    await vi.waitUntil(() => fetch(site).catch(() => null), 30_000);
  });
  afterAll(async () => {
    await proxy?.stop();
    await t.close();
  });

  test("the API answers, and health checks stay private with a slash at the end, too", async () => {
    const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    expect((await fetch(site + urlOf(getSurvey, { params: { id } }))).status).toBe(200);
    for (const path of ["/readyz", "/readyz/", "/livez", "/livez/"])
      expect((await fetch(site + path)).status, path).toBe(404);
  });

  test("a stream arrives event by event", async () => {
    const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    const { body } = await fetch(site + urlOf(streamSurveyTotals, { params: { id } }));
    const reader = body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain("retry:");
    await reader?.cancel();
  });
});
