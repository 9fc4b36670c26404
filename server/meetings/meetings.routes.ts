import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import * as meetings from "@survey-app/contract/meetings/meetings.ts";
import { apiError, orNotFound } from "../http/apiError.ts";
import { actorOf } from "../http/currentUser.ts";
import type { Server } from "../http/server.ts";
import { lockSender } from "../session/sender.sql.ts";
import { mayAskAnother } from "../voters/openUnlisted.sql.ts";
import { sendCorrection } from "./correction.sql.ts";
import { endMeeting } from "./endQuestion.sql.ts";
import { readManaged } from "./managedMeeting.sql.ts";
import type { MeetingSettings } from "./meetingSettings.ts";
import { readMeetingState } from "./meetingState.sql.ts";
import {
  acceptMeeting,
  changeMeeting,
  deleteMeetingRows,
  insertMeeting,
  listOwnMeetings,
  listWaiting,
} from "./meetings.sql.ts";
import { lockOwnMeeting, lockRunningMeeting, requireMeetings } from "./ownMeeting.sql.ts";
import { renewWallCode } from "./wallCode.sql.ts";

/** Serves meetings to their owners, to admins who accept them, and to everyone who has the address. */
export function serveMeetings(
  { registerEndpoint, database }: Pick<Server, "registerEndpoint" | "database">,
  { policies, tokens, events }: MeetingSettings,
): void {
  const tell = (id: string) => events.emit(new Set([id]), "content");

  registerEndpoint(meetings.listMeetings, ({ query, currentUser }) =>
    listOwnMeetings(database.forLists, query, currentUser),
  );

  registerEndpoint(meetings.createMeeting, async ({ body: { copyOf, ...form }, currentUser }) => {
    requireMeetings(policies);
    const insertedId = await database.transaction(async (tx) => {
      const { role, email_verified } = await lockSender(tx, currentUser);
      if (!mayAsk("unlisted", role, policies)) throw apiError("roleRequired");
      if (role === "user") {
        // Admins need the address to reach the person who asks.
        if (!email_verified) throw apiError("addressUnconfirmed");
        if (!(await mayAskAnother(tx, currentUser))) throw apiError("tooManyUnlisted");
      }
      return insertMeeting(tx, form, { owner: currentUser, copyOf: copyOf ?? null, tokens });
    });
    return { insertedId };
  });

  registerEndpoint(meetings.getManagedMeeting, ({ params, currentUser }) =>
    database.snapshot((tx) => readManaged(tx, params.meeting, { reader: currentUser, policies })),
  );

  registerEndpoint(meetings.changeMeeting, async ({ params: { meeting: id }, body, currentUser }) => {
    const { version, ...form } = body;
    const isChanged = await database.transaction(async (tx) => {
      const own = await lockRunningMeeting(tx, id, currentUser, policies);
      if (own.meeting.version !== version) throw apiError("meetingChanged");
      return changeMeeting(tx, own, form);
    });
    if (isChanged) tell(id);
    return { modifiedCount: Number(isChanged) };
  });

  registerEndpoint(meetings.sendCorrection, async ({ params: { meeting: id }, body: { version }, currentUser }) => {
    const modifiedCount = await database.transaction(async (tx) => {
      const own = await lockRunningMeeting(tx, id, currentUser, policies);
      if (own.meeting.version !== version) throw apiError("meetingChanged");
      return sendCorrection(tx, own, { senderId: currentUser.userId, policies });
    });
    return { modifiedCount };
  });

  registerEndpoint(meetings.deleteMeeting, async ({ params: { meeting: id }, currentUser }) => {
    await database.transaction(async (tx) => {
      const { meeting } = await lockOwnMeeting(tx, id, currentUser, policies);
      if (meeting.began_at !== null) throw apiError("meetingBegun");
      await deleteMeetingRows(tx, id);
    });
    tell(id);
    return { modifiedCount: 1 };
  });

  registerEndpoint(meetings.endMeeting, async ({ params: { meeting: id }, currentUser }) => {
    const isEnded = await database.transaction(async (tx) =>
      endMeeting(tx, await lockOwnMeeting(tx, id, currentUser, policies)),
    );
    if (isEnded) tell(id);
    return { modifiedCount: Number(isEnded) };
  });

  registerEndpoint(meetings.renewWall, ({ params: { meeting: id }, currentUser }) =>
    database.transaction(async (tx) => renewWallCode(tx, await lockRunningMeeting(tx, id, currentUser, policies))),
  );

  registerEndpoint(meetings.getMeeting, async ({ params }) =>
    orNotFound(await readMeetingState(database.forLists, params.meeting)),
  );

  registerEndpoint(meetings.listWaitingMeetings, ({ query }) => listWaiting(database.forLists, query, policies));

  registerEndpoint(meetings.acceptMeeting, async ({ params: { meeting: id }, body, currentUser, request }) => {
    const by = actorOf(currentUser, request);
    const isAccepted = await database.transaction((tx) => acceptMeeting(tx, id, { version: body.version, by }));
    if (isAccepted) tell(id);
    return { modifiedCount: Number(isAccepted) };
  });
}
