import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { deleteImage, listMyImages, uploadImage } from "@survey-app/contract/surveys/images.ts";
import { streamSurveyTotals } from "@survey-app/contract/votes/votes.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Balancer, hasNginx, startBalancer } from "../testing/balancer.ts";
import { freePort } from "../testing/browser.ts";
import { multipart } from "../testing/multipart.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, urlOf } from "../testing/testApp.ts";

describe.runIf(hasNginx())("behind nginx with our example configuration", () => {
  let t: TestApp;
  let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
  let nginx: Balancer;
  let site: string;
  beforeAll(async () => {
    t = await testApp();
    people = await createUsersOfEveryRole(t.database, t.tokens);
    await t.app.listen({ port: 0, host: "127.0.0.1" });
    const port = await freePort();
    nginx = await startBalancer(port, [(t.app.server.address() as AddressInfo).port]);
    site = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    await nginx.stop();
    await t.close();
  });

  // Security: F12
  test("a deleted picture is gone immediately, and an existing one is requested with its ETag", async () => {
    const content = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#c0392b" } })
      .png()
      .toBuffer();
    const part = { name: "image", filename: "a.png", type: "image/png", content };
    const uploaded = await t.send(uploadImage, { as: people.user, ...multipart([part]) });
    const url = site + uploaded.json().data.display_url;
    // Several times, because a cache would keep it by the second request.
    for (let times = 1; times <= 3; times++) expect((await fetch(url)).status).toBe(200);
    const shown = await fetch(url);
    const etag = shown.headers.get("etag") ?? "";
    expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
    const [image] = await t.request(listMyImages, { as: people.user, query: {} });
    await t.request(deleteImage, { as: people.user, params: { id: image?._id ?? "" } });
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(404);
  });

  test("health checks stay private with a slash at the end, too", async () => {
    for (const path of ["/readyz", "/readyz/", "/livez", "/livez/"])
      expect((await fetch(site + path)).status, path).toBe(404);
  });

  test("a stream arrives event by event, with a slash at the end, too", async () => {
    const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    for (const end of ["", "/"]) {
      const path = urlOf(streamSurveyTotals, { params: { id } }) + end;
      const first = await new Promise<string>((resolve, reject) => {
        const request = get(site + path, (response) =>
          response.once("data", (data: Buffer) => {
            resolve(String(data));
            request.destroy();
          }),
        ).on("error", reject);
      });
      expect(first).toContain("retry:");
    }
  });
});
