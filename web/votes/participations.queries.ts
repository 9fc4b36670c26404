import { listMyComments, listMyParticipations, listMyReports } from "@survey-app/contract/votes/votes.ts";
import { privateListQuery } from "../api/privateListQuery.ts";

const endpoints = { participated: listMyParticipations, reported: listMyReports, commented: listMyComments } as const;

/** The surveys that the user with this email voted on, reported or commented on, newest first. */
export const participations = (part: keyof typeof endpoints, email: string) =>
  privateListQuery(["votes", part, email], endpoints[part], { params: { email } });
