import type { MeetingEvent, MeetingState } from "@survey-app/contract/meetings/meetingState.ts";
import { expect, test } from "vitest";
import { withTexts } from "./withTexts.ts";

const event = (question: object | null) => ({ meetingId: "meeting", question }) as MeetingEvent;

test("the texts of a question stay until its stream brings others", () => {
  const got: (MeetingState["question"] | undefined)[] = [];
  const read = withTexts(({ question }) => got.push(question));
  const buy = { Title: "Buy it?", Description: "The piano" };
  read(event(null));
  read(event({ n: 1, ...buy }));
  read(event({ n: 1, participants: 1 }));
  read(event({ n: 1, Title: null, Description: null }));
  read(event({ n: 1, participants: null }));
  read(event({ n: 2, Title: "Sell it?", Description: "" }));
  read(event({ n: 2, participants: 2 }));
  expect(got).toEqual([
    null,
    { n: 1, ...buy },
    { n: 1, participants: 1, ...buy },
    { n: 1, Title: null, Description: null },
    { n: 1, participants: null, Title: null, Description: null },
    { n: 2, Title: "Sell it?", Description: "" },
    { n: 2, participants: 2, Title: "Sell it?", Description: "" },
  ]);
});
