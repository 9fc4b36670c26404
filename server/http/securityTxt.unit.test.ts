import { DAY_MS } from "@survey-app/contract/text/time.ts";
import Fastify from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { serveSecurityTxt } from "./securityTxt.ts";

function appWith(securityContact: string | null) {
  const app = Fastify();
  serveSecurityTxt(app, { publicUrl: "https://survey.example", securityContact });
  return app;
}
afterEach(() => {
  vi.useRealTimers();
});

test("security.txt names the contact in the format of RFC 9116", async () => {
  const response = await appWith("mailto:security@survey.example").inject("/.well-known/security.txt");
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  const fields = response.payload
    .trimEnd()
    .split("\n")
    .map((line) => line.split(": "));
  expect(fields.map(([name]) => name)).toEqual(["Contact", "Expires", "Preferred-Languages", "Canonical", "Policy"]);
  expect(Object.fromEntries(fields)).toMatchObject({
    Contact: "mailto:security@survey.example",
    Canonical: "https://survey.example/.well-known/security.txt",
    Policy: "https://survey.example/security-policy.txt",
  });
});

test("security.txt always expires in more than a month and less than a year", async () => {
  const app = appWith("https://survey.example/contact");
  for (const after of [0, 400 * DAY_MS, 4000 * DAY_MS]) {
    vi.useFakeTimers({ now: Date.now() + after, toFake: ["Date"] });
    const { payload } = await app.inject("/.well-known/security.txt");
    const left = Date.parse(/Expires: (\S+)/.exec(payload)?.[1] ?? "") - Date.now();
    expect(left).toBeGreaterThan(30 * DAY_MS);
    expect(left).toBeLessThan(365 * DAY_MS);
    vi.useRealTimers();
  }
});

test("the security policy is public", async () => {
  const { statusCode, payload } = await appWith("mailto:a@survey.example").inject("/security-policy.txt");
  expect(statusCode).toBe(200);
  expect(payload).toContain("Reporting a vulnerability");
});

test("without a contact, security.txt doesn't exist", async () => {
  const app = appWith(null);
  for (const url of ["/.well-known/security.txt", "/security-policy.txt"])
    expect((await app.inject(url)).statusCode).toBe(404);
});
