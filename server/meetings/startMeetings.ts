import { streamMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { orNotFound } from "../http/apiError.ts";
import type { Server } from "../http/server.ts";
import { isMeetingInHall } from "../invitations/meetingLists.sql.ts";
import { endOldMeetings } from "./endQuestion.sql.ts";
import { createMeetingFeed } from "./meetingFeed.ts";
import type { MeetingSettings } from "./meetingSettings.ts";
import { readMeetingState } from "./meetingState.sql.ts";
import { serveMeetings } from "./meetings.routes.ts";
import { serveQuestions } from "./questions.routes.ts";

/** Serves meetings with their questions, sends their state to the pages that follow them, and ends them on time. */
export function startMeetings(server: Server, settings: MeetingSettings): void {
  const { app, database, jobs } = server;
  const { events, registerSse, pollMs } = settings;
  serveMeetings(server, settings);
  serveQuestions(server, settings);
  const feed = createMeetingFeed((id) => readMeetingState(database.forLists, id), events);
  app.addHook("onClose", async () => feed.close());
  registerSse(
    streamMeeting,
    async ({ params: { meeting: id }, open, onClose }) => onClose(orNotFound(await feed.subscribe(id, open))),
    ({ params }) => isMeetingInHall(database, params.meeting),
  );
  jobs.runRepeatedly("ending meetings", pollMs, (run) => endOldMeetings(database, events, run));
}
