import type { InputOf } from "@survey-app/contract/http/endpoint.ts";
import * as linkVotes from "@survey-app/contract/votes/linkVotes.ts";
import { LINK_LIMITS, type LinkVoting } from "@survey-app/contract/votes/linkVotes.ts";
import { UNSURE } from "@survey-app/contract/votes/votes.ts";
import type { FastifyRequest } from "fastify";
import { publicationColumns, publicationOf, whyNotOpen } from "../../ballots/publication.sql.ts";
import { may } from "../../ballots/rights.ts";
import { unlessClockHeld } from "../../clock/heartbeat.sql.ts";
import type { AppConfig } from "../../config/config.ts";
import type { MainDatabase } from "../../database/database.ts";
import { newId } from "../../database/newId.ts";
import { toIso } from "../../database/toIso.ts";
import { apiError, orNotFound, orThrow } from "../../http/apiError.ts";
import { voteNetworkOf } from "../../http/clientNetwork.ts";
import type { CurrentUser } from "../../http/currentUser.ts";
import type { RateLimiter } from "../../http/rateLimit.ts";
import type { TrustedOrigins } from "../../http/sameOrigin.ts";
import type { Server } from "../../http/server.ts";
import { findResults } from "../../surveys/fullSurvey.sql.ts";
import { findSurvey } from "../../surveys/surveys.sql.ts";
import { findLinkSurvey, forgetLinkVoters, linkVoterId, networkHash } from "../../voters/linkVoters.sql.ts";
import type { VoteCookies } from "../../voters/voteCookies.ts";
import { hasCast } from "../../voters/votesOfPerson.sql.ts";
import { findOwnVote } from "../reading/listVotes.sql.ts";
import type { RequireQuestion } from "../storing/askedQuestion.ts";
import type { BallotResult } from "../storing/ballot.ts";
import { rejectionError, requireStored } from "../storing/requireStored.ts";
import type { VoteWriter } from "../storing/voteWriter.ts";
import { createLinkCookies, type LinkCookies } from "./linkCookies.ts";
import { createLinkLimits, type LinkLimits } from "./linkLimits.sql.ts";
import { serveLinkVoteForm } from "./linkVoteForm.ts";

interface LinkVotesParts extends Pick<AppConfig, "limits" | "publicUrl"> {
  voteWriter: VoteWriter;
  requireQuestion: RequireQuestion;
  voteCookies: VoteCookies;
  origins: TrustedOrigins;
  /** Null disables rate limits. */
  rateLimiter: RateLimiter | null;
}

interface CastParts {
  database: MainDatabase;
  voteWriter: VoteWriter;
  requireQuestion: RequireQuestion;
  linkCookies: LinkCookies;
  networkLimits: LinkLimits | null;
}

type LinkVote = InputOf<typeof linkVotes.castLinkVote>["body"];

/** Serves voting by open link, and deletes in time what tells whose the votes were. */
export function startLinkVotes(
  { app, registerEndpoint, database, jobs }: Server,
  { voteWriter, requireQuestion, voteCookies, origins, rateLimiter, limits, publicUrl }: LinkVotesParts,
): void {
  const linkCookies = createLinkCookies(voteCookies);
  const networkLimits = limits ? createLinkLimits(database) : null;
  jobs.everyHour(
    "forgetting the voters of open links",
    unlessClockHeld(database, () => forgetLinkVoters(database, Date.now())),
  );

  const parts = { database, voteWriter, requireQuestion, linkCookies, networkLimits };
  const vote = (id: string, body: LinkVote, request: FastifyRequest) => castLinkVote(parts, { id, body, request });

  registerEndpoint(linkVotes.openLinkSurvey, async ({ params: { id }, request, reply }) => {
    const { key, endsAt } = orThrow(await findLinkSurvey(database, id));
    if (key === null) linkCookies.clear(reply, id);
    const cookie = key === null ? null : await linkCookies.set(request, reply, { surveyId: id, key, endsAt });
    const reader = key === null || cookie === null ? null : { surveyId: id, linkVoterId: linkVoterId(key, cookie) };
    const survey = orNotFound(await findSurvey(database, id, null));
    return {
      vote: reader && (await findOwnVote(database, survey, reader)),
      isForgotten: key !== null && cookie === null,
      results: orNotFound(await findResults(database, id, reader)),
    };
  });

  registerEndpoint(linkVotes.castLinkVote, ({ params: { id }, body, request }) => vote(id, body, request));
  serveLinkVoteForm(app, { database, linkCookies, origins, pagesOrigin: publicUrl, rateLimiter, vote });

  registerEndpoint(linkVotes.getLinkVoting, async ({ params: { id }, currentUser }) => {
    await findOwnLinkSurvey(database, id, currentUser);
    return readLinkVoting(database, id);
  });

  registerEndpoint(linkVotes.setRoomMode, async ({ params: { id }, body: { on }, currentUser }) => {
    const survey = await findOwnLinkSurvey(database, id, currentUser);
    const now = Date.now();
    const obstacle = whyNotOpen(publicationOf(survey, now));
    if (obstacle) throw apiError(obstacle);
    orThrow(await findLinkSurvey(database, id));
    await database.db
      .updateTable("link_surveys")
      .set({ room_until: on ? now + LINK_LIMITS.roomMinutes * 60_000 : null })
      .where("survey_id", "=", id)
      .execute();
    return readLinkVoting(database, id);
  });
}

/** Casts a vote with the cookie of a request. @throws {ApiError} why it is not stored */
async function castLinkVote(
  { database, voteWriter, requireQuestion, linkCookies, networkLimits }: CastParts,
  { id, body, request }: { id: string; body: LinkVote; request: FastifyRequest },
): Promise<{ insertedId: string; receipt: string | null }> {
  const { key, unsure } = orThrow(await findLinkSurvey(database, id));
  if (key === null) throw apiError("hasEnded");
  const cookie = linkCookies.require(request, { surveyId: id, key });
  await requireQuestion(id, body.question);
  const userId = linkVoterId(key, cookie);
  const network = { surveyId: id, networkHash: networkHash(key, voteNetworkOf(request.ip)) };
  // Repeating and changing a vote is free.
  const isNew = networkLimits !== null && !(await hasCast(database, id, userId));
  const invalid = invalidField(body, { isNew, unsure });
  if (invalid) {
    await networkLimits?.countInvalid(id);
    throw rejectionError(invalid);
  }
  const cast = () =>
    voteWriter.cast({
      id: newId(),
      surveyId: id,
      userId,
      byLink: true,
      choice: body.vote,
      // Neither a comment nor a report: votes by open link don't have an author.
      comment: "",
      report: "",
      replaces: body.replaces ?? undefined,
      question: body.question,
    });
  const result = requireStored(await (isNew ? castWithin(networkLimits, network, cast) : cast()));
  return { insertedId: result.id, receipt: result.receipt };
}

/** The field that makes a vote invalid, before the vote is counted or stored. Storing checks again. */
function invalidField({ vote, replaces }: LinkVote, { isNew, unsure }: { isNew: boolean; unsure: boolean }) {
  if (vote === UNSURE && !unsure) return "notOffered";
  return isNew && replaces != null ? "nothingToReplace" : null;
}

/**
 * Casts a new vote that its network still has, and gives back what is not stored: a room that tries again must not use
 * up its votes.
 */
async function castWithin(
  networkLimits: LinkLimits,
  network: { surveyId: string; networkHash: string },
  cast: () => Promise<BallotResult>,
): Promise<BallotResult> {
  const admission = await networkLimits.admit(network);
  const result = await cast().catch(async (error: unknown) => {
    await networkLimits.giveBack(admission);
    throw error;
  });
  if (result.kind !== "stored") await networkLimits.giveBack(admission);
  return result;
}

/** Finds a survey by open link of `currentUser`; admins find all. @throws {ApiError} */
async function findOwnLinkSurvey({ db }: MainDatabase, id: string, currentUser: CurrentUser) {
  const survey = await db
    .selectFrom("surveys")
    .select([...publicationColumns, "owner_id", "co_owners", "electorate"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!survey || !may("host", currentUser, survey)) throw apiError("notFound");
  if (survey.electorate !== "link") throw apiError("notLinkElectorate");
  return survey;
}

async function readLinkVoting({ db }: MainDatabase, id: string): Promise<LinkVoting> {
  const found = await db
    .selectFrom("link_surveys")
    .select(["refused", "room_until"])
    .where("survey_id", "=", id)
    .executeTakeFirst();
  const { refused = 0, room_until: until = null } = found ?? {};
  return { refused, roomUntil: until !== null && until > Date.now() ? toIso(until) : null };
}
