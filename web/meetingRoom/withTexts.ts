import type { MeetingEvent, MeetingState } from "@survey-app/contract/meetings/meetingState.ts";

/**
 * Reads the events of a meeting's stream, which have the texts of the question only where they are new.
 * @param onMeeting is called with each state, always with its texts
 */
export function withTexts(onMeeting: (state: MeetingState) => void): (event: MeetingEvent) => void {
  let texts: { Title: string | null; Description: string | null } = { Title: null, Description: null };
  return ({ question, ...event }) => {
    if (question === null) return onMeeting({ ...event, question });
    const { Title = texts.Title, Description = texts.Description } = question;
    texts = { Title, Description };
    onMeeting({ ...event, question: { ...question, ...texts } });
  };
}
