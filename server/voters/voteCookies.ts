import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import type { Cookies, VoteCookie, VoteCookieName } from "../session/cookies.ts";
import { addMarks, isMarked } from "./forgottenVotes.ts";
import { findVotesOfCookies, type RememberedVote } from "./votesOfCookies.sql.ts";

/**
 * The most cookies of both kinds. All requests send them, and many servers refuse headers of more than 8 kB, some of
 * them all headers together: 50 cookies take 5.3 kB and all others of ours 1 kB. The rest is for the browser's other
 * headers, for cookies of load balancers, and for those of the whole domain.
 */
const ALL_MAX = 50;
/** The most of opened invitations. */
const BALLOTS_MAX = 20;
/** The most of open links without a vote. Another site can open any number of surveys in the browser. */
const UNUSED_LINKS_MAX = 10;
/**
 * The most that one response removes, 130 bytes each: nginx accepts 4 kB of headers. The next responses remove the
 * rest.
 */
const REMOVED_MAX = 10;

export type VoteCookies = ReturnType<typeof createVoteCookies>;

interface NewCookie {
  name: VoteCookieName;
  token: string;
  seconds: number;
}

/**
 * The cookies with which a browser finds its votes: those of opened invitations, and of surveys by open link. A new one
 * can replace others. If the cookie of a vote by open link was removed, the page says so, and doesn't accept a second
 * vote.
 */
export function createVoteCookies(cookies: Cookies, database: Database) {
  const { read } = cookies;
  return {
    read,
    clear: cookies.clear,
    /** Sets a cookie that the request has sent, so that it is kept for this long from now on. */
    keep: (reply: FastifyReply, { name, token, seconds }: NewCookie): void => cookies.set(reply, name, token, seconds),
    /** Sets a cookie that the request has not sent, and removes those that it replaces. */
    async add({ headers: { cookie: header } }: FastifyRequest, reply: FastifyReply, added: NewCookie): Promise<void> {
      const others = cookies.listVoteCookies(header).filter(({ name }) => name !== added.name);
      if (canBeTooMany(others, added)) {
        const votes = await findVotesOfCookies(database, others);
        const replaced = findReplaced(others, added, votes);
        for (const { name } of replaced) cookies.clear(reply, name);
        const forgotten = replaced.flatMap(({ name }) => votes.get(name)?.mark ?? []);
        if (forgotten.length > 0) {
          const { value, seconds } = addMarks(cookies.readText(header, "forgotten"), forgotten, Date.now());
          cookies.set(reply, "forgotten", value, seconds);
        }
      }
      cookies.set(reply, added.name, added.token, added.seconds);
    },
    /** Whether this browser voted on a survey by open link, and the cookie of that vote was removed. */
    hasForgotten: ({ headers }: FastifyRequest, surveyId: string): boolean =>
      isMarked(cookies.readText(headers.cookie, "forgotten"), surveyId, Date.now()),
  };
}

const isOfLink = ({ name }: Pick<VoteCookie, "name">): boolean => name.startsWith("link.");

/**
 * Whether a new cookie can be one too many, so that the others' votes must be looked up. The phones of most rooms have
 * fewer cookies.
 */
function canBeTooMany(others: readonly VoteCookie[], added: NewCookie): boolean {
  const ofKind = others.filter((other) => isOfLink(other) === isOfLink(added));
  return others.length >= ALL_MAX || ofKind.length >= (isOfLink(added) ? UNUSED_LINKS_MAX : BALLOTS_MAX);
}

/**
 * The cookies that a new one replaces: first those without a vote, then those whose voting has ended, then the oldest.
 * @param others the oldest first
 */
function findReplaced(
  others: readonly VoteCookie[],
  added: NewCookie,
  votes: ReadonlyMap<VoteCookieName, RememberedVote>,
): VoteCookie[] {
  const isUnused = ({ name }: VoteCookie) => !votes.has(name);
  const isOfEnded = ({ name }: VoteCookie) => votes.get(name)?.hasEnded === true;
  const isLast = (cookie: VoteCookie) => !isUnused(cookie) && !isOfEnded(cookie);
  const inOrder = [...others.filter(isUnused), ...others.filter(isOfEnded), ...others.filter(isLast)];
  const ofKind = inOrder.filter((other) => isOfLink(other) === isOfLink(added));
  const surplus = isOfLink(added)
    ? ofKind.filter(isUnused).length + 1 - UNUSED_LINKS_MAX
    : ofKind.length + 1 - BALLOTS_MAX;
  const replaced = ofKind.slice(0, Math.max(0, surplus));
  const kept = inOrder.filter((cookie) => !replaced.includes(cookie));
  return [...replaced, ...kept.slice(0, Math.max(0, kept.length + 1 - ALL_MAX))].slice(0, REMOVED_MAX);
}
