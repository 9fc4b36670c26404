import { OWN_REMINDERS_MAX, type Sending } from "@survey-app/contract/surveys/outcomes.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { describe, expect, test } from "vitest";
import { mayClose, type NextAction, nextAction } from "./nextAction.ts";

type Survey = Parameters<typeof nextAction>[0];
type Reader = Parameters<typeof nextAction>[1];
type List = NonNullable<FullSurvey["label"]["list"]>;

const CLOSED = "2026-11-25T12:00:00.000Z";
const noList: List = {
  invited: 0,
  added: 0,
  struck: 0,
  codes: 0,
  unsent: 0,
  objections: 0,
  turnout: null,
  changes: [],
};
const survey = (state: Partial<Omit<Survey, "label">> = {}, list: Partial<List> | null = null): Survey => ({
  publication: "published",
  privacy: "named",
  participants: 0,
  resultsOpen: null,
  outcomes: [],
  electorate: "everyone",
  ...state,
  label: { list: list && { ...noList, ...list } },
});
const allSent: Sending = {
  unsent: 0,
  onTheWay: 0,
  waiting: 0,
  remindersLeft: OWN_REMINDERS_MAX,
  lastSentAt: CLOSED,
  reminders: null,
};
const owner: Reader = { isOwner: true, sending: allSent, canMail: true, isTimeToRemind: true };
const admin: Reader = { ...owner, isOwner: false, sending: null };
const can = (sending: Partial<Sending>): Reader => ({ ...owner, sending: { ...allSent, ...sending } });

const hidden = { unpublished: { reason: "other" as const } };
const waits = { resultsOpen: "whenShown" };
const outcomes = [{ text: "Yes", createdAt: CLOSED }];
const ofForty = { invited: 40 };

type Row = [what: string, survey: Survey, reader: Reader, action: NextAction | null];

const table: Record<string, Row[]> = {
  "before publication": [
    ["waits for review", survey({ publication: "waiting" }), owner, { kind: "wait" }],
    ["waits, and its list has people", survey({ publication: "waiting" }, ofForty), owner, { kind: "wait" }],
    [
      "waits with an empty list",
      survey({ publication: "waiting" }, {}),
      owner,
      { kind: "addPeople", isPublished: false },
    ],
    ["sent back", survey({ publication: "sentBack" }), owner, { kind: "edit" }],
    ["sent back with an empty list", survey({ publication: "sentBack" }, {}), owner, { kind: "edit" }],
    ["unpublished by an admin", survey({ publication: "unpublished", ...hidden }), owner, { kind: "respond" }],
    ["unpublished, and in review again", survey({ publication: "waiting", ...hidden }), owner, { kind: "wait" }],
    [
      "unpublished after the close",
      survey({ publication: "unpublished", ...hidden, participants: 9 }),
      owner,
      { kind: "respond" },
    ],
  ],
  "published, before the start": [
    ["everyone can vote", survey({ publication: "scheduled" }), owner, { kind: "start" }],
    ["with a list", survey({ publication: "scheduled" }, ofForty), { ...owner, sending: null }, { kind: "start" }],
    [
      "with an empty list",
      survey({ publication: "scheduled" }, {}),
      { ...owner, sending: null },
      { kind: "addPeople", isPublished: true },
    ],
  ],
  open: [
    ["everyone can vote", survey(), owner, { kind: "share" }],
    ["anyone with the link can vote", survey({ electorate: "link" }), owner, { kind: "present" }],
    ["no votes by link yet", survey({ electorate: "link", ...waits }), owner, { kind: "present" }],
    ["a result waits", survey({ electorate: "link", ...waits, participants: 3 }), owner, { kind: "show" }],
    ["a result waits, for an admin", survey({ electorate: "link", ...waits, participants: 3 }), admin, null],
    ["a result is shown", survey({ electorate: "link", participants: 3 }), owner, { kind: "present" }],
    ["without emails", survey(), { ...owner, canMail: false }, { kind: "share" }],
    ["with an empty list", survey({}, {}), can({}), { kind: "addPeople", isPublished: true }],
    [
      "everyone on its list was removed",
      survey({}, { ...ofForty, struck: 40 }),
      owner,
      { kind: "addPeople", isPublished: true },
    ],
    ["what can be sent is not known yet", survey({}, ofForty), { ...owner, sending: null }, null],
    ["no link is sent", survey({}, ofForty), can({ unsent: 40 }), { kind: "sendLinks", count: 40 }],
    [
      "people were added later",
      survey({ participants: 9 }, { ...ofForty, added: 2 }),
      can({ unsent: 2 }),
      { kind: "sendLinks", count: 2 },
    ],
    ["links are on their way", survey({}, ofForty), can({ onTheWay: 40 }), { kind: "onTheWay", count: 40 }],
    ["some have not voted", survey({ participants: 28 }, ofForty), owner, { kind: "remind", count: 12 }],
    [
      "links were sent just now",
      survey({ participants: 28 }, ofForty),
      { ...owner, isTimeToRemind: false },
      { kind: "remindLater", count: 12 },
    ],
    [
      "everyone has voted right after the links were sent",
      survey({ participants: 40 }, ofForty),
      { ...owner, isTimeToRemind: false },
      { kind: "close" },
    ],
    [
      "a code may be silent",
      survey({ participants: 28 }, { ...ofForty, codes: 1 }),
      owner,
      { kind: "remind", count: null },
    ],
    [
      "a removed person may be silent",
      survey({ participants: 28 }, { ...ofForty, struck: 1 }),
      owner,
      { kind: "remind", count: null },
    ],
    ["both reminders were sent", survey({ participants: 28 }, ofForty), can({ remindersLeft: 0 }), { kind: "share" }],
    ["only codes", survey({ participants: 28 }, { ...ofForty, codes: 40 }), owner, { kind: "share" }],
    ["a list without emails", survey({}, ofForty), { ...can({ unsent: 40 }), canMail: false }, { kind: "share" }],
    ["everyone has voted", survey({ participants: 40 }, ofForty), owner, { kind: "close" }],
    [
      "few have voted, all of them",
      survey({ participants: 3, privacy: "secret" }, { invited: 3 }),
      owner,
      { kind: "share" },
    ],
    [
      "secret votes, silent people",
      survey({ participants: 28, privacy: "secret" }, ofForty),
      owner,
      { kind: "remind", count: 12 },
    ],
    // No one can be added to it any longer.
    [
      "secret, and all were removed after the first vote",
      survey({ participants: 1, privacy: "secret" }, { invited: 2, struck: 2 }),
      can({ remindersLeft: 0 }),
      { kind: "share" },
    ],
  ],
  ended: [
    ["being counted", survey({ publication: "ended", participants: 9 }), owner, { kind: "count" }],
    ["closed", survey({ publication: "closed", participants: 9 }), owner, { kind: "announce" }],
    ["with a list", survey({ publication: "closed", participants: 9 }, ofForty), owner, { kind: "announce" }],
    [
      "too few votes to show",
      survey({ publication: "closed", participants: 3, privacy: "confidential" }),
      owner,
      { kind: "announce" },
    ],
    ["decided", survey({ publication: "closed", participants: 9, outcomes }), owner, { kind: "shareResult" }],
    ["without a vote", survey({ publication: "closed" }), owner, { kind: "askAgain" }],
  ],
  "of somebody else, for admins": [
    ["waits", survey({ publication: "waiting" }), admin, { kind: "review" }],
    ["appealed", survey({ publication: "waiting", ...hidden }), admin, { kind: "review" }],
    ["sent back", survey({ publication: "sentBack" }), admin, null],
    ["open", survey({}, { ...ofForty, unsent: 40 }), admin, null],
    [
      "its owner was blocked",
      survey({ ownerStopped: true }, { ...ofForty, unsent: 40 }),
      admin,
      { kind: "sendForOwner" },
    ],
    ["and all links are sent", survey({ ownerStopped: true }, ofForty), admin, null],
    [
      "and it starts later",
      survey({ publication: "scheduled", ownerStopped: true }, { ...ofForty, unsent: 40 }),
      admin,
      null,
    ],
    [
      "and voting has ended",
      survey({ publication: "ended", ownerStopped: true }, { ...ofForty, unsent: 40 }),
      admin,
      null,
    ],
    ["closed", survey({ publication: "closed", participants: 9 }), admin, null],
  ],
};

describe.each(Object.entries(table))("%s", (_, rows) => {
  test.each(rows)("%s", (__, given, reader, action) => {
    expect(nextAction(given, reader)).toEqual(action);
  });
});

test("an owner can't close a survey with few confidential or secret votes early, but an admin can", () => {
  for (const privacy of ["confidential", "secret"] as const) {
    expect(mayClose({ privacy, participants: 4 }, true)).toBe(false);
    expect(mayClose({ privacy, participants: 5 }, true)).toBe(true);
    expect(mayClose({ privacy, participants: 4 }, false)).toBe(true);
  }
  expect(mayClose({ privacy: "named", participants: 0 }, true)).toBe(true);
});
