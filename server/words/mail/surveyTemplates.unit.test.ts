import { findBounds } from "@survey-app/contract/results/bounds.ts";
import { expect, test } from "vitest";
import { layOutSample } from "../../testing/sampleEmails.ts";
import type { AboutSurvey } from "./aboutSurvey.ts";
import type { AccountEmail } from "./accountTemplates.ts";
import type { SurveyEmail } from "./surveyTemplates.ts";

const TITLE = "Is tea better?";
const write = (email: SurveyEmail | AccountEmail, survey: Partial<AboutSurvey> = {}) =>
  layOutSample({ email, survey: { title: TITLE, description: "", ...survey } });
const about = { surveyId: "s1" };
const notClosedEarly = { closedBy: "deadline", deadline: null } as const;
const page = "https://survey.example/surveydetails/s1";

test("the email about a publication has the link, and the text to share without anyone's choice", () => {
  const { subject, text, html } = write({ kind: "surveyPublished", note: "", appearsAt: 0, ...about });
  expect(subject).toBe("Your survey is published: Is tea better?");
  expect(text).toContain(`\n\n${TITLE}\nVote Yes or No: ${page}`);
  expect(html).toContain('href="https://survey.example/dashboard/surveys/s1"');
  expect(text).not.toContain("The admin wrote");
});

test("the email about the publication of a scheduled survey says when voting starts", () => {
  const appearsAt = Date.parse("2126-03-01T10:00:00Z");
  const { text } = write({ kind: "surveyPublished", note: "Well asked", appearsAt, ...about });
  expect(text).toContain("Voting starts on 01-03-2126, 10:00 (UTC).");
  expect(text).toContain("The admin wrote:\n\n> Well asked");
});

test("the email about an accepted request says that its owner is a surveyor now", () => {
  const { text } = write({ kind: "requestAccepted", note: "", appearsAt: 0, ...about });
  expect(text).toContain("You're a surveyor now");
});

test.each([
  [true, "https://survey.example/ask"],
  [false, "https://survey.example/dashboard/surveyor/update/s1"],
])(
  "the email about a survey that was sent back has the note and a link to change it (request: %s)",
  (isRequest, url) => {
    const { text, html } = write({
      kind: "surveySentBack",
      note: "Ask one thing",
      isRequest,
      wasPublished: false,
      ...about,
    });
    expect(text).toContain("The admin wrote:\n\n> Ask one thing");
    expect(html).toContain(`href="${url}"`);
  },
);

test.each([
  ["upheld", "An admin agrees with your report", "agrees with you"],
  ["dismissed", "The survey you reported stays published", "found that the survey can stay as it is"],
] as const)("the email about a report that was %s says so, without the survey's title", (outcome, title, finding) => {
  const reportedAt = Date.parse("2026-11-20T10:00:00Z");
  const { subject, text, html } = write({ kind: "reportSettled", userId: "u1", surveyId: "s1", outcome, reportedAt });
  expect(subject).toBe(title);
  expect(text).toContain(`on 20-11-2026. An admin reviewed it and ${finding}.`);
  expect(html).toContain('href="https://survey.example/dashboard/user/my-reports"');
});

test("the email about an unpublished survey has the reason, the note, and how to appeal", () => {
  const { text, html } = write({ kind: "surveyUnpublished", note: "It sells shoes", reason: "spam", ...about });
  expect(text).toContain("> Is tea better?\n\nReason: Spam or advertising.");
  expect(text).toContain("The admin wrote:\n\n> It sells shoes");
  expect(text).toContain("you can appeal once");
  expect(html).toContain(`href="${page}"`);
  const kept = write({ kind: "surveySentBack", note: "Still", isRequest: false, wasPublished: true, ...about });
  expect(kept.subject).toBe("Your survey stays unpublished: Is tea better?");
});

test.each([
  [0, 0, 0, "Voting ended without votes", ""],
  [0, 0, 2, "No one took a side; 2 not sure", ""],
  [1, 1, 0, "Yes won, 1 to 0", "100% Yes, 0% No."],
  [2, 1, 0, "A tie, 1 to 1", "50% Yes, 50% No."],
  [4, 3, 1, "Yes won, 3 to 1; 1 not sure", "75% Yes, 25% No."],
  [
    4,
    null,
    null,
    "Too few votes to show a result",
    "4 people voted. With fewer than 5, a result could reveal how someone voted.",
  ],
  [1_000_001, 500_000, 0, "No won, 500,001 to 500,000", "<50% Yes, >50% No."],
])(
  "the result of %i votes, %s of them Yes, and %s not sure is stated exactly, or not at all",
  (totalVotes, yesVotes, unsureVotes, heading, numbers) => {
    const result = {
      totalVotes,
      yesVotes,
      noVotes: yesVotes === null ? null : totalVotes - yesVotes,
      unsureVotes,
      participants: totalVotes + (unsureVotes ?? 0),
      electorate: "everyone" as const,
      list: null,
      bounds: null,
      asked: { from: "2026-11-01T00:00:00.000Z", to: "2026-11-24T00:00:00.000Z" },
      head: "5ea1".repeat(16),
      ...notClosedEarly,
    };
    const start = `Hi Nora,\n\n${heading}\n\n> ${TITLE}\n\n${numbers}`;
    expect(write({ kind: "surveyEnded", ...result, ...about }).text).toContain(start);
    const { text, html } = write({ kind: "surveyResult", userId: "u1", ...result, ...about });
    for (const part of [start, result.head]) expect(text).toContain(part);
    expect(text.includes("with an account answered between 01-11-2026 and 24-11-2026")).toBe(result.participants > 0);
    expect(html).toContain(result.head);
  },
);

test("the result of an invited survey says who was invited, and whether non-voters could have changed it", () => {
  const counts = { totalVotes: 74, yesVotes: 50, noVotes: 24, unsureVotes: 0, participants: 74 };
  const list = { invited: 106, added: 0, struck: 0, codes: 0, unsent: 0, objections: 0, turnout: 0.7, changes: [] };
  const asked = { from: "2026-11-01T00:00:00.000Z", to: "2026-11-24T00:00:00.000Z" };
  const electorate = "invited" as const;
  const result = {
    ...counts,
    electorate,
    list,
    bounds: findBounds(counts, list, null),
    asked,
    head: "5ea1",
    ...notClosedEarly,
  };
  const { text } = write({ kind: "surveyResult", userId: "u1", ...result, ...about });
  expect(text).toContain("74 of 106 invited people (70%) voted between 01-11-2026 and 24-11-2026.");
  expect(text).toContain("Not settled: if all 32 people who didn't vote had said No, No would have won 56 to 50.");
  const withheld = { ...result, yesVotes: null, noVotes: null, unsureVotes: null, bounds: null };
  expect(write({ kind: "surveyResult", userId: "u1", ...withheld, ...about }).text).not.toMatch(/didn't vote|settled/i);
});

test.each([
  [1, 0, "1 survey awaits review", "1 survey awaits review."],
  [1200, 2, "1,200 surveys await review", "2 surveys have open reports."],
  [0, 1, "1 survey has open reports", "1 survey has open reports."],
])(
  "the digest of %i waiting and %i reported surveys has the numbers and no titles",
  (waiting, reported, title, text) => {
    const digest = write({ kind: "reviewDigest", waiting, reported });
    expect(digest.subject).toBe(title);
    expect(digest.text).toContain(text);
    expect(digest.html).toContain("https://survey.example/dashboard/admin/surveys");
  },
);

// Security: H12
test("titles and notes are text in every email, and a subject has a bounded part of the title", () => {
  const title = `"><script>alert(1)</script>${"😀".repeat(170)}`;
  const result = {
    totalVotes: 1,
    yesVotes: 1,
    noVotes: 0,
    unsureVotes: 0,
    participants: 1,
    electorate: "everyone" as const,
    list: null,
    bounds: null,
    asked: { from: "2026-11-01", to: null },
    head: "5ea1",
    ...notClosedEarly,
  };
  const note = "</p><img src=x onerror=alert(1)>\nSecond line";
  const emails: SurveyEmail[] = [
    { kind: "surveyPublished", note, appearsAt: 0, surveyId: "s1" },
    { kind: "requestAccepted", note, appearsAt: 0, surveyId: "s1" },
    { kind: "surveyUnpublished", note, reason: "spam", surveyId: "s1" },
    { kind: "surveySentBack", note, isRequest: true, wasPublished: false, surveyId: "s1" },
    { kind: "surveyFeedback", note, isPublished: false, surveyId: "s1" },
    { kind: "surveyFirstVote", surveyId: "s1" },
    { kind: "surveyEnded", ...result, surveyId: "s1" },
    { kind: "surveyResult", userId: "u1", ...result, surveyId: "s1" },
    { kind: "surveyOutcome", senderId: null, userId: "u1", surveyId: "s1" },
    { kind: "surveyReminder", senderId: null, userId: "u1", surveyId: "s1" },
  ];
  for (const email of emails) {
    const { subject, html, text } = write(email, { title });
    expect(html, email.kind).not.toMatch(/<script|<img/);
    expect(html, email.kind).toContain("&lt;script&gt;");
    expect(text, email.kind).toContain(title);
    expect([...subject].length, email.kind).toBeLessThanOrEqual(100);
    expect(subject, email.kind).toMatch(/😀…$/u);
  }
});
