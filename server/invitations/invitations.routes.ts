import type { AskingPolicies } from "@survey-app/contract/ballots/askingPolicies.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as mine from "@survey-app/contract/meetings/mine.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import type { FastifyRequest } from "fastify";
import { mayAskWith } from "../ballots/rights.sql.ts";
import { actionOf, may } from "../ballots/rights.ts";
import { Semaphore } from "../concurrency/semaphore.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import { toIso } from "../database/toIso.ts";
import { changeOf, type RecordSurveyEvent } from "../events/surveyEvents.ts";
import { apiError, fieldError, orThrow } from "../http/apiError.ts";
import { actorOf, type CurrentUser } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import type { RateLimiter, RequestLimit } from "../http/rateLimit.ts";
import type { CountedAddressKey } from "../mail/addressHash.ts";
import { findCountedAddresses } from "../voters/countedAddresses.sql.ts";
import { findMine, whyNotRenewed } from "../voters/meetingVoters.sql.ts";
import { addPeople } from "./addPeople.ts";
import type { BallotCookies } from "./ballotCookies.ts";
import { countReplaceable, countReplacedAfter, makeInvitations, replaceCodes, whyNotReplaced } from "./codes.sql.ts";
import {
  allowCodes,
  correctAddress,
  findAdded,
  findLastCodeNumber,
  insertInvitations,
  listPeople,
  rejectAdditions,
  removeFromList,
  showsCode,
} from "./invitations.sql.ts";
import { hashOfTicket, type InvitationTokens } from "./invitationTokens.ts";
import { idsOf } from "./issuedCodes.sql.ts";
import { findListNumbers } from "./listNumbers.sql.ts";
import { type LockedList, lockList } from "./lockedList.sql.ts";
import { isInHall, secondsFixed } from "./meetingLists.sql.ts";
import { replaceLink, sendInvitations } from "./sending.sql.ts";
import type { TypedTokens } from "./typedTokens.ts";
import { serveWaitingPeople } from "./waitingPeople.routes.ts";

/**
 * The most waiting searches in lists. One runs at a time, because each can read 100,000 rows and other searches use the
 * same connection.
 */
const SEARCHES_WAITING = 30;

export interface InvitationParts {
  record: RecordSurveyEvent;
  tokens: InvitationTokens;
  ballotCookies: BallotCookies;
  /** Recognizes people who voted and then deleted their account. */
  countedAddressKeys: readonly CountedAddressKey[];
  typedTokens: TypedTokens;
  policies: AskingPolicies;
  /** Null disables rate limits. */
  rateLimiter: RateLimiter | null;
}

/**
 * Serves invitations: opening them, and managing the list of a survey. Only its owners may manage it, admins may not:
 * the list decides who can vote, and contains addresses of people who may not have accounts.
 */
export function serveInvitations(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  { record, tokens, ballotCookies, countedAddressKeys, typedTokens, policies, rateLimiter }: InvitationParts,
): void {
  const { codeKey } = tokens;
  /**
   * People who ask their first question can fill its list while it awaits review. Former surveyors can't manage lists,
   * unless everyone may ask such a survey.
   */
  const requireMayAsk = async (currentUser: CurrentUser, surveyId: string) => {
    if (!(await mayAskWith(database, currentUser, { surveyId, policies }))) throw apiError("roleRequired");
  };

  serveWaitingPeople(registerEndpoint, database, { record, tokens, requireMayAsk });

  const searches = new Semaphore(1, SEARCHES_WAITING);
  const openings = rateLimiter?.("invitations opened", { max: invitations.OPENINGS_MAX, seconds: 60 }, true) ?? null;

  registerEndpoint(invitations.openInvitation, async ({ body, request, reply }) => {
    const { found } = await findWithin(openings, request, () =>
      typedTokens.find(body.token, request, body.meeting ?? null),
    );
    if (found.ended) throw found.ended;
    const { opened, votesAs } = found;
    const { token, expiresAt } = tokens.sign(opened);
    await ballotCookies.set(request, reply, opened.invitationId);
    return { ...idsOf(opened), token, expiresAt: toIso(expiresAt), votesAs };
  });

  registerEndpoint(mine.getMine, async ({ invitedVoter, request }) => {
    const { cookie } = request.headers;
    return orThrow(
      await findMine(database, invitedVoter, (surveyId) =>
        ballotCookies.readHash(cookie, { ...invitedVoter, surveyId }),
      ),
    );
  });

  registerEndpoint(mine.renewMeetingToken, async ({ invitedVoter }) => {
    const why = await whyNotRenewed(database, invitedVoter);
    if (why !== null) throw apiError(why);
    const { token, expiresAt } = tokens.sign(invitedVoter);
    return { token, expiresAt: toIso(expiresAt) };
  });

  registerEndpoint(invitations.addInvitations, async ({ params, body, currentUser, request }) => {
    await requireMayAsk(currentUser, params.id);
    const by = actionOf(currentUser, request);
    const add = (tx: Database) => addPeople(changeOf(tx, by, record), params.id, body, { tokens, countedAddressKeys });
    return body.dryRun ? add(database) : database.transaction(add);
  });

  registerEndpoint(invitations.createCodes, async ({ params, body, currentUser, request }) => {
    await requireMayAsk(currentUser, params.id);
    const by = actionOf(currentUser, request);
    const ticketHash = hashOfTicket(body.ticket, body.count);
    const codes = await database.transaction(async (tx) => {
      const list = orThrow(await lockList(tx, params.id, currentUser));
      const repeated = await findAdded(tx, { list, ticketHash, codeKey });
      if (repeated.length > 0) return repeated.filter(showsCode);
      orThrow(await rejectAdditions(tx, { list, count: body.count, codes: body.count }));
      const last = await findLastCodeNumber(tx, params.id);
      const people = Array.from({ length: body.count }, (_, index) => ({
        email: null,
        label: `Code ${last + index + 1}`,
      }));
      const added = await makeInvitations(tx, tokens, people);
      await insertInvitations(changeOf(tx, by, record), { list, added, ticketHash });
      return added;
    });
    if (codes.length === 0) throw apiError("alreadySo");
    return codes.map(({ id, label }) => tokens.issued({ id, label }));
  });

  registerEndpoint(invitations.replaceCodes, async ({ params, body, currentUser, request }) => {
    await requireMayAsk(currentUser, params.id);
    const { ticket, all, after, dryRun } = body;
    return database.transaction(async (tx) => {
      const list = orThrow(await lockList(tx, params.id, currentUser));
      const replacement = { list, tokens, all, after: after ?? null };
      if (dryRun) {
        const obstacle = await whyNotReplaced(tx, replacement);
        if (obstacle !== null) throw apiError(obstacle);
        const left = await countReplaceable(tx, replacement);
        return { codes: [], left, replaced: await countReplacedAfter(tx, replacement) };
      }
      await requireReplaceable(tx, list);
      const { codes, left, isRepeated } = orThrow(await replaceCodes(tx, { ...replacement, ticket }));
      if (!isRepeated && codes.length > 0) {
        const by = { ownerId: currentUser.userId, requestId: request.id };
        const logged = { title: list.title, before: {}, after: { invitations: codes.length } };
        await record(tx, { kind: "invitationReissued", surveyId: params.id, by, logged, isPublic: true });
      }
      const { replaced } = await findListNumbers(tx, list.id, 0);
      return { codes: codes.map(tokens.issued), left, replaced };
    });
  });

  registerEndpoint(invitations.allowCodes, async ({ params, currentUser, request }) => {
    const by = actorOf(currentUser, request);
    const isAllowed = await database.transaction((tx) => allowCodes(changeOf(tx, by, record), params.id));
    return { modifiedCount: Number(orThrow(isAllowed)) };
  });

  registerEndpoint(invitations.listInvitations, async ({ params, query, currentUser }) => {
    await requireMayAsk(currentUser, params.id);
    const list = (from: Database) =>
      listPeople(from, { surveyId: params.id, reader: currentUser, codeKeys: tokens.codeKeys }, query);
    const isSearch = query.q !== "" || query.state !== undefined || query.codes !== undefined;
    return orThrow(await (isSearch ? searches.run(() => list(database.forSearches)) : list(database.forLists)));
  });

  registerEndpoint(invitations.removeInvitation, async ({ params, currentUser, request }) => {
    await requireMayAsk(currentUser, params.id);
    const by = actionOf(currentUser, request);
    const isRemoved = await database.transaction(async (tx) => {
      const list = orThrow(await lockList(tx, params.id, currentUser));
      return orThrow(await removeFromList(changeOf(tx, by, record), list, params.invitation));
    });
    return { modifiedCount: Number(isRemoved) };
  });

  registerEndpoint(invitations.sendInvitations, async ({ params, currentUser, request }) => {
    const by = actionOf(currentUser, request);
    const sent = await database.transaction((tx) => sendInvitations(changeOf(tx, by, record), params.id, policies));
    return { modifiedCount: orThrow(sent) };
  });

  registerEndpoint(invitations.reissueInvitation, ({ params, body, currentUser, request }) =>
    database.transaction(async (tx) => {
      // Admins replace codes only where a pass rule prevents the owner from doing so.
      const mayReplace = ({ owners, isPassRuleFixed }: LockedList) =>
        may("keepList", currentUser, owners) || (currentUser.storedRole === "admin" && isPassRuleFixed);
      const list = orThrow(await lockList(tx, params.id, currentUser, mayReplace));
      await requireReplaceable(tx, list);
      const change = changeOf(tx, actionOf(currentUser, request), record);
      const invited = { surveyId: params.id, invitationId: params.invitation };
      const email = body?.email ?? null;
      if (email !== null) {
        const counted = await findCountedAddresses(tx, params.id, { emails: [email], keys: countedAddressKeys });
        if (counted.has(email)) throw fieldError("email", formErrors.listRow.counted);
        orThrow(await correctAddress(tx, invited, { list, email }));
      }
      const isCorrected = email !== null;
      const { isCode, issue } = orThrow(await replaceLink(change, invited, { list, tokens, isCorrected }));
      return { code: isCode ? tokens.tokenOf({ id: params.invitation, email: null, issue }) : null };
    }),
  );
}

/**
 * Counts the opening of an invitation toward its network's limit, unless it is to a meeting whose people are in the
 * hall, behind one address. The endpoint's own limit counts all openings.
 * @throws {ApiError} `tooFast` beyond the limit
 */
async function findWithin(
  openings: RequestLimit | null,
  request: FastifyRequest,
  find: () => ReturnType<TypedTokens["find"]>,
): ReturnType<TypedTokens["find"]> {
  const opened = await find().catch(async (error: unknown) => {
    await openings?.(request);
    throw error;
  });
  const { meeting } = opened.found;
  if (!meeting || !isInHall(meeting, Date.now())) await openings?.(request);
  return opened;
}

/**
 * @throws {ApiError} `replacementWaits` while the open question of a meeting keeps the codes of its locked list from
 *   being replaced
 */
async function requireReplaceable(tx: Database, list: LockedList): Promise<void> {
  const seconds = await secondsFixed(tx, list);
  if (seconds > 0) throw apiError("replacementWaits", { retryAfter: seconds });
}
