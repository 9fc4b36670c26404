import { describe, expect, test } from "vitest";
import { canOpen, nextMeetingAction } from "./nextMeetingAction.ts";

type Situation = Parameters<typeof nextMeetingAction>[0];

const prepared: Situation = {
  people: 5,
  needsReview: false,
  accepted: false,
  notSent: 0,
  begun: false,
  endedAt: null,
  question: null,
  questions: [],
  drafts: [{}],
};
const opened = (state: "open" | "ended" | "closed") =>
  ({ ...prepared, begun: true, question: { state }, questions: [{}] }) as unknown as Situation;
const actionOf = (meeting: Situation, host = {}) =>
  nextMeetingAction(meeting, { canMail: true, hasSent: false, hasShown: false, ...host }).kind;

describe("the main action of a meeting", () => {
  test("before its first question: people, acceptance, links, the screen, then the question", () => {
    expect(actionOf({ ...prepared, people: 0 })).toBe("addPeople");
    expect(actionOf({ ...prepared, needsReview: true })).toBe("wait");
    expect(actionOf({ ...prepared, notSent: 3 })).toBe("sendLinks");
    expect(actionOf({ ...prepared, notSent: 3 }, { canMail: false })).toBe("show");
    expect(actionOf({ ...prepared, notSent: 3 }, { hasSent: true })).toBe("show");
    expect(actionOf({ ...prepared, drafts: [] })).toBe("addQuestion");
    expect(actionOf(prepared, { hasShown: true })).toBe("open");
  });

  test("while it runs: the open question, then the next one or the end, however many links are not sent", () => {
    expect(actionOf(opened("open"))).toBe("run");
    expect(actionOf(opened("ended"))).toBe("run");
    expect(actionOf({ ...opened("closed"), notSent: 3 })).toBe("open");
    expect(actionOf({ ...opened("closed"), drafts: [] })).toBe("end");
    expect(actionOf({ ...opened("closed"), endedAt: "2026-12-01T20:00:00Z" })).toBe("ended");
  });

  test("a question is opened only where the server would open it", () => {
    expect(canOpen(prepared)).toBe(true);
    expect(canOpen({ ...prepared, people: 0 })).toBe(false);
    expect(canOpen({ ...prepared, needsReview: true })).toBe(false);
    expect(canOpen({ ...prepared, needsReview: true, accepted: true })).toBe(true);
    expect(canOpen(opened("open"))).toBe(false);
    expect(canOpen({ ...opened("closed"), endedAt: "2026-12-01T20:00:00Z" })).toBe(false);
  });
});
