import { connect, createServer, type Server } from "node:net";
import * as session from "@survey-app/contract/session/session.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp, signUpBody } from "../testing/accounts.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let listener: Server;
let connections = 0;
beforeAll(async () => {
  t = await testApp();
  listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await t.close();
  listener.close();
});

// Security: H06, R06
test("the server never requests the image URLs that users enter", async () => {
  const address = `https://127.0.0.1:${(listener.address() as { port: number }).port}/latest/meta-data`;
  const { surveyor, admin, user } = await createUsersOfEveryRole(t.database, t.tokens);
  const id = await t.makeSurvey(surveyor, { publishedBy: admin, image: address });
  await t.request(users.updateMyProfile, { as: user, body: { photoURL: address } });
  await t.request(session.signUp, { body: signUpBody({ image: address }) });
  await t.request(surveys.getSurvey, { params: { id } });
  await t.request(surveys.listLatestSurveys, {});
  await t.request(users.listUsers, { as: admin, query: {} });
  // A request started by the server would arrive before this connection, because neither needs a DNS lookup.
  const own = connect((listener.address() as { port: number }).port, "127.0.0.1");
  await expect.poll(() => connections).toBeGreaterThan(0);
  own.destroy();
  expect(connections).toBe(1);
});

// Security: H06
test("every endpoint that takes an image URL rejects those that are not HTTPS", async () => {
  const as = await signUp(t, { role: "surveyor" });
  // `contract/text/text.test.ts` has all kinds.
  for (const address of [
    "javascript:alert(1)",
    "JaVaScRiPt://example.org/%0aalert(1)",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "http://example.org/a.png",
    "//example.org/a.png",
    "https://name:secret@example.org/a.png",
    "https://example.org/a b.png",
  ]) {
    const survey = { Title: "T", category: "Cleaning Tools", image: address };
    const refused = [
      await t.refused(surveys.createSurvey, { as, body: survey }),
      await t.refused(users.updateMyProfile, { as, body: { photoURL: address } }),
      await t.refused(session.signUp, { body: signUpBody({ image: address }) }),
    ];
    for (const [index, field] of ["image", "photoURL", "image"].entries())
      expect(refused[index], `${address} as ${field}`).toMatchObject({ status: 422, errors: [{ field }] });
  }
});
