import type { Privacy, Results } from "@survey-app/contract/ballots/ballots.ts";
import { SPLIT_MIN } from "@survey-app/contract/ballots/ledger.ts";
import { isPublicAs, publicationOf as publicationOfResponse } from "@survey-app/contract/surveys/publication.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { toIso } from "../database/toIso.ts";
import { testApp } from "../testing/testApp.ts";
import { publicationCase, publicationOf, whyNotOpen } from "./publication.sql.ts";
import { hasEnded, isPublic } from "./publicSurvey.ts";
import { endedOnly, hasOpened, openToAll, publicOnly, visibleResults } from "./visible.sql.ts";

/** An instant, in milliseconds since 1970. */
const AT = Date.UTC(2026, 10, 29);
const instants = [AT - 1, AT, AT + 1];

/** All combinations of the columns, also those that the table doesn't allow. */
const rows = [WAITING, PUBLISHED].flatMap((status) =>
  [null, AT - 1].flatMap((sent_back_at) =>
    [null, "spam" as const].flatMap((unpublished_for) =>
      [0, ...instants].flatMap((appears_at) =>
        [null, ...instants].flatMap((ends_at) =>
          [null, ...instants].map((closed_at) => ({
            ...{ status: status as 1 | 2, sent_back_at, unpublished_for, appears_at, ends_at, closed_at },
          })),
        ),
      ),
    ),
  ),
);
type Row = (typeof rows)[number];

/** The survey of a row, as a response has it. */
const responseOf = ({ status, sent_back_at, unpublished_for, appears_at, ends_at, closed_at }: Row) => ({
  status,
  ...(sent_back_at !== null && { sentBack: { at: toIso(sent_back_at) } }),
  ...(unpublished_for !== null && { unpublished: { reason: unpublished_for } }),
  scheduled: appears_at > 0,
  createDate: toIso(appears_at),
  deadline: toIso(ends_at),
  closedAt: toIso(closed_at),
});

test("the state of a survey is the same in SQL, on the server and in the browser", async () => {
  const { database } = await testApp();
  const numbered = rows.map((row, n) => ({ n, ...row }));
  const table = database.dialect.rows(numbered, {
    ...{ n: "integer", status: "integer", sent_back_at: "bigint", unpublished_for: "text" },
    ...{ appears_at: "bigint", ends_at: "bigint", closed_at: "bigint" },
  });
  const { rows: inSql } = await sql<{ publication: string; isPublic: unknown; hasEnded: unknown }>`
    select ${publicationCase(AT, "r")} as publication, ${publicOnly(AT, "r")} as "isPublic", ${endedOnly(AT, "r")} as "hasEnded"
    from ${table} order by n`.execute(database.db);
  expect(inSql).toHaveLength(rows.length);
  for (const [n, row] of rows.entries()) {
    const publication = publicationOf(row, AT);
    const of = JSON.stringify(row);
    expect(inSql[n]?.publication, of).toBe(publication);
    expect(publicationOfResponse(responseOf(row), AT), of).toBe(publication);
    expect(Boolean(inSql[n]?.isPublic), of).toBe(isPublicAs(publication));
    expect(Boolean(inSql[n]?.hasEnded), of).toBe(hasEnded(row, AT));
  }
});

test("everyone sees the results of the same ballot boxes in SQL and on the server", async () => {
  const { database } = await testApp();
  const boxes = ["live", "afterVote", "afterClose", "shown"].flatMap((results) =>
    ["named", "confidential", "secret"].flatMap((privacy) =>
      [WAITING, PUBLISHED].flatMap((status) =>
        [null, AT].flatMap((closed_at) =>
          [null, AT].flatMap((shown_at) =>
            [0, SPLIT_MIN - 1, SPLIT_MIN].map((participants) => ({
              ...{
                results: results as Results,
                privacy: privacy as Privacy,
                status,
                closed_at,
                shown_at,
                participants,
              },
            })),
          ),
        ),
      ),
    ),
  );
  const table = database.dialect.rows(
    boxes.map((box, n) => ({ n, ...box })),
    {
      ...{ n: "integer", results: "text", privacy: "text", status: "integer", closed_at: "bigint" },
      shown_at: "bigint",
      participants: "bigint",
    },
  );
  const { rows: inSql } = await sql<{ isOpen: number | boolean }>`
    select ${openToAll} as "isOpen" from ${table} order by n`.execute(database.db);
  for (const [n, box] of boxes.entries())
    expect(Boolean(inSql[n]?.isOpen), JSON.stringify(box)).toBe(visibleResults(box, false));
});

test("every state follows from some row", () => {
  expect([...new Set(rows.map((row) => publicationOf(row, AT)))].toSorted()).toEqual(
    ["closed", "ended", "published", "scheduled", "sentBack", "unpublished", "waiting"].toSorted(),
  );
});

test("a state agrees with what decides on reading, voting and results", () => {
  for (const row of rows) {
    const publication = publicationOf(row, AT);
    const of = JSON.stringify(row);
    expect(isPublicAs(publication), of).toBe(isPublic(row, AT));
    expect(whyNotOpen(publication), of).toBe(
      isPublic(row, AT) ? (hasEnded(row, AT) ? "hasEnded" : null) : "notPublished",
    );
    if (publication === "closed") expect(hasOpened({ ...row, shown_at: null }), of).toBe(true);
  }
});
