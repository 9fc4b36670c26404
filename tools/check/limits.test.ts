import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GUESTS_A_DAY } from "@survey-app/contract/account/guests.ts";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import type { RateLimit } from "@survey-app/contract/http/endpoint.ts";
import { LINKS_TO_ADDRESS, SPENT_LINKS } from "@survey-app/contract/session/emailLinks.ts";
import { ACCOUNTS_A_DAY, SIGN_INS, SIGN_UPS } from "@survey-app/contract/session/session.ts";
import { LINK_LIMITS } from "@survey-app/contract/votes/linkVotes.ts";
import { expect, test } from "vitest";

const page = readFileSync(join(import.meta.dirname, "../../docs/operating.md"), "utf8");
/**
 * The rows of the table of limits: how requests are grouped for counting, the most in each group, and which requests
 * count.
 */
const rows = page
  .slice(page.indexOf("### Limits of networks"))
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, by = "", limit = "", requests = ""]) => ({ by, limit, requests }));

const PERIODS: Record<number, string> = { 60: "a minute", 3600: "an hour", 86400: "in 24 hours" };
const inWords = ({ max, seconds, only }: RateLimit) =>
  `${max.toLocaleString("en")} ${PERIODS[seconds] ?? `in ${seconds / 60} minutes`}${only ? ", only searches" : ""}`;

test("the table of limits has each endpoint's limit, and those of requests that endpoints don't count themselves", () => {
  const listed = rows.flatMap(({ by, limit, requests }) =>
    [...requests.matchAll(/`([A-Z]+ \/[^`]+)`/g)].map(([, name]) => `${name}: ${limit} by ${by}`),
  );
  const declared = [...endpoints.values()].flatMap(({ method, path, access, rateLimit }) =>
    rateLimit ? `${method} ${path}: ${inWords(rateLimit)} by ${access === "anyone" ? "network" : "account"}` : [],
  );
  expect(listed.sort()).toEqual(declared.sort());
  const { burst, perMinute, max, roomMax } = LINK_LIMITS;
  for (const [limit, requests] of [
    [inWords(ACCOUNTS_A_DAY), "accounts created"],
    [inWords(GUESTS_A_DAY), "guests created"],
    [inWords(SIGN_UPS), "guests who add an address"],
    [inWords(LINKS_TO_ADDRESS), "links to one address"],
    [inWords(SPENT_LINKS), "unknown, used or expired links"],
    [inWords(SIGN_INS), "returns from a sign-in provider"],
    [`${burst} at once, then ${perMinute} a minute, ${max} in all`, `${roomMax.toLocaleString("en")} in all`],
  ] as const)
    expect(rows.filter((row) => row.limit === limit && row.requests.includes(requests))).toHaveLength(1);
});
