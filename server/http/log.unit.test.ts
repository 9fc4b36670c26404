import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTokens } from "../session/tokens.ts";
import { type AttackTarget, startAttackTarget } from "../testing/attackTarget.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { PUBLIC_URL, SECRET } from "../testing/testConfig.ts";

let target: AttackTarget;
let admin: Person;
const lines: string[] = [];

beforeAll(async () => {
  target = await startAttackTarget(null, { logLevel: "trace" });
  ({ admin } = await createUsersOfEveryRole(target.database, createTokens(SECRET, PUBLIC_URL)));
  // Collects the log of the app and all its requests instead of process.stdout.
  const { log } = target.app;
  const stream = Object.getOwnPropertySymbols(log).find(({ description }) => description === "pino.stream");
  const { [stream as symbol]: sink } = log as unknown as Record<symbol, { write(line: string): void }>;
  if (!sink) throw new Error("The log has no stream");
  vi.spyOn(sink, "write").mockImplementation((line) => void lines.push(line));
});
afterAll(async () => {
  vi.restoreAllMocks();
  await target.close();
});

const FORGED = '\r\n{"level":30,"msg":"forged"}\u001b[2J';

// Security: H14, R54
test("a bug doesn't return internals and is logged on one line without secrets, whatever was sent", async () => {
  await target.database.db.schema.dropTable("feedback").execute();
  const password = "S3cret!-password";
  const headers = {
    authorization: `Bearer ${admin.token}`,
    cookie: "survey-app.session_token=a-secret-cookie",
    "user-agent": `evil${encodeURIComponent(FORGED)}`,
    "x-request-id": "chosen",
  };
  const refused = await target.app.inject({
    method: "POST",
    url: `/api/feedback?q=${encodeURIComponent(FORGED)}`,
    headers,
    payload: { surveyId: "x", feedback: `${FORGED} ${password}` },
  });
  const found = await target.app.inject({ url: `/api/all/feedback/${admin.email}`, headers });
  expect([refused.statusCode, found.statusCode]).toEqual([422, 500]);
  expect(found.json()).toEqual({
    type: "about:blank",
    title: "Internal Server Error",
    status: 500,
    detail: "Something went wrong on our side.",
    code: "unexpected",
    requestId: expect.stringMatching(/^[\w-]{36}$/),
  });
  await target.app.inject({
    method: "POST",
    url: "/api/auth/sign-in/email",
    payload: { email: admin.email, password },
  });
  const log = lines.join("");
  // The log has the bug with the request id of the response.
  expect(log).toContain(found.json().requestId);
  for (const line of log.trim().split("\n")) expect(() => JSON.parse(line), line).not.toThrow();
  for (const secret of [admin.token, "a-secret-cookie", password, "forged", "\u001b", "chosen"])
    expect(log, secret).not.toContain(secret);
});

test("a flood of /readyz while the database is unreachable logs one line", async () => {
  const { ping } = target.database;
  target.database.ping = () => Promise.reject(new Error("The database is away"));
  lines.length = 0;
  try {
    for (let index = 0; index < 50; index++) expect((await target.app.inject({ url: "/readyz" })).statusCode).toBe(503);
  } finally {
    target.database.ping = ping;
  }
  expect(lines.filter((line) => line.includes("does not answer"))).toHaveLength(1);
  expect((await target.app.inject({ url: "/readyz" })).statusCode).toBe(200);
});
