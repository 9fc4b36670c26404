import { createHmac, timingSafeEqual } from "node:crypto";
import { type StoppedEmails, type SurveyEmailKind, surveyEmailKind } from "@survey-app/contract/surveys/outcomes.ts";
import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";
import { deriveKey } from "../database/tokenHash.ts";
import { optOutOfEmails } from "../invitations/invitedPeople.sql.ts";
import { addressForOwner, optOutOfInvitations } from "../invitations/optOuts.sql.ts";
import type { HashAddress } from "../mail/addressHash.ts";
import type { BulkEmail } from "../mail/outbox.sql.ts";
import { setEmailPreference, unfollowAsInvited } from "./follows.sql.ts";

/** The page at which an email's link ends, and where mail clients send a request when people press "Unsubscribe". */
const UNSUBSCRIBE = "/unsubscribe";

/** Hex digits of a signature: 128 bits. */
const SIGNATURE_DIGITS = 32;
/** The largest accepted body, in bytes: a form with one field. */
const BODY_MAX = 1000;

/**
 * The emails that a link stops: one kind for a user, or those to a person on the list of one survey. The token contains
 * the hash of that person's address, because the list or the survey can be deleted before the person refuses all
 * further invitations.
 */
type Refused =
  | { kind: SurveyEmailKind; userId: string }
  | { kind: "invitations"; surveyId: string; invitationId: string; addressHash: string }
  | { kind: "ownerInvitations"; addressHash: string };

export interface Unsubscriber {
  /** The URL that stops emails of this kind. It never expires, and can't do anything else. */
  urlFor(email: (BulkEmail | { kind: "ownerInvitations"; ownerId: string }) & { address: string }): string;
  /** The emails that a token stops; null unless this server signed it. */
  read(token: string): Refused | null;
}

/** @param secrets the session secret, then the former ones, whose links in sent emails stay valid */
export function createUnsubscriber(
  secrets: readonly [string, ...string[]],
  { publicUrl, hashAddress }: { publicUrl: string; hashAddress: HashAddress },
): Unsubscriber {
  const signWith = (secret: string) => {
    const key = deriveKey(secret, "unsubscribe");
    return (text: string) => createHmac("sha256", key).update(text).digest("hex").slice(0, SIGNATURE_DIGITS);
  };
  const [sign, ...former] = [signWith(secrets[0]), ...secrets.slice(1).map(signWith)] as const;
  return {
    urlFor(email) {
      const about =
        "userId" in email
          ? `${email.kind}.${email.userId}`
          : "ownerId" in email
            ? `ownerInvitations.${hashAddress(addressForOwner(email))[0]}`
            : `invitations.${email.surveyId}.${email.invitationId}.${hashAddress(email.address)[0]}`;
      return `${publicUrl}${UNSUBSCRIBE}?token=${about}.${sign(about)}`;
    },
    read(token) {
      const parts = token.split(".");
      const signature = parts.pop() ?? "";
      const [kind, ...ids] = parts;
      const isSignedBy = (each: typeof sign) => isEqual(signature, each(parts.join(".")));
      if (![sign, ...former].some(isSignedBy)) return null;
      // Signed texts were made here, so their ids don't need to be checked.
      const [first = "", second = "", addressHash = ""] = ids;
      if (kind === "invitations") return { kind, surveyId: first, invitationId: second, addressHash };
      if (kind === "ownerInvitations") return { kind, addressHash: first };
      const { data } = surveyEmailKind.safeParse(kind);
      return data ? { kind: data, userId: first } : null;
    },
  };
}

/** Compares in a time that doesn't depend on the texts. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Accepts requests to unsubscribe: from mail clients (RFC 8058), which must not be redirected, and from the button on
 * the page. Opening the address doesn't change anything, because mail scanners open it.
 */
export function serveUnsubscribe(app: FastifyInstance, database: Database, { read }: Unsubscriber): void {
  app.register(async (scope) => {
    // Mail clients send a form, in one of two types. Only one field of it matters.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: BODY_MAX }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Querystring: { token?: unknown }; Body: unknown }>(UNSUBSCRIBE, async (request, reply) => {
      const { token } = request.query;
      const found = typeof token === "string" ? read(token) : null;
      const done = found && (await stopEmails(database, found, new URLSearchParams(String(request.body)).has("all")));
      reply.header("cache-control", "no-store");
      if (/One-Click/i.test(String(request.body)))
        return reply
          .code(done ? 200 : 404)
          .type("text/plain")
          .send(done ? "Unsubscribed" : "Not found");
      return reply.redirect(`${UNSUBSCRIBE}?${done ? `done=${done}` : "problem=1"}`, 303);
    });
  });
}

/**
 * Stops emails; with `all`, for which the page has a button, every invitation to the address.
 * @returns the stopped emails
 */
async function stopEmails(database: Database, refused: Refused, all: boolean): Promise<StoppedEmails> {
  if (refused.kind === "ownerInvitations") {
    await optOutOfInvitations(database, refused.addressHash);
    return refused.kind;
  }
  if (refused.kind !== "invitations") {
    await setEmailPreference(database, refused.userId, { kind: refused.kind, isWanted: false });
    return refused.kind;
  }
  if (!all) {
    await database.transaction(async (tx) => {
      await optOutOfEmails(tx, refused);
      await unfollowAsInvited(tx, refused);
    });
    return "invitations";
  }
  await optOutOfInvitations(database, refused.addressHash);
  return "allInvitations";
}
