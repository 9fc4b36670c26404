import { createHmac, timingSafeEqual } from "node:crypto";
import { type SurveyEmailKind, surveyEmailKind } from "@survey-app/contract/outcomes.ts";
import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";
import { deriveKey } from "../database/tokenHash.ts";
import { refuseEmails } from "../invitations/invitedPeople.sql.ts";
import type { BulkEmail } from "../mail/outbox.sql.ts";
import { setEmailPreference } from "./follows.sql.ts";

/** The page at which an email's link ends, and where mail clients send a request when people press "Unsubscribe". */
export const UNSUBSCRIBE = "/unsubscribe";

/** Hex digits of a signature: 128 bits. */
const SIGNATURE_DIGITS = 32;
/** The largest accepted body, in bytes: a form with one field. */
const BODY_MAX = 1000;

/** Whose emails an address stops: a kind of a user's, or those to a person on the list of one survey. */
type Refused =
  | { kind: SurveyEmailKind; userId: string }
  | { kind: "invitations"; surveyId: string; invitationId: string };

export interface Unsubscriber {
  /** The address that stops the emails of which this is one. It never expires, and can do nothing else. */
  urlFor(email: BulkEmail): string;
  /** What an address's token stops; null unless it is ours. */
  read(token: string): Refused | null;
}

export function createUnsubscriber(secret: string, publicUrl: string): Unsubscriber {
  const key = deriveKey(secret, "unsubscribe");
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("hex").slice(0, SIGNATURE_DIGITS);
  return {
    urlFor(email) {
      const about =
        "userId" in email ? `${email.kind}.${email.userId}` : `invitations.${email.surveyId}.${email.invitationId}`;
      return `${publicUrl}${UNSUBSCRIBE}?token=${about}.${sign(about)}`;
    },
    read(token) {
      const parts = token.split(".");
      const signature = parts.pop() ?? "";
      const [kind, ...ids] = parts;
      const expected = Buffer.from(sign(parts.join(".")));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      // What is signed was made here, so its ids need no check.
      const [first = "", second = ""] = ids;
      if (kind === "invitations") return { kind, surveyId: first, invitationId: second };
      const { data } = surveyEmailKind.safeParse(kind);
      return data ? { kind: data, userId: first } : null;
    },
  };
}

/**
 * Accepts requests to unsubscribe: from mail clients (RFC 8058), which must not be redirected, and from the button on the page.
 * Opening the address changes nothing, because mail scanners do that.
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
      if (found?.kind === "invitations") await refuseEmails(database, found);
      else if (found) await setEmailPreference(database, found.userId, { kind: found.kind, isWanted: false });
      reply.header("cache-control", "no-store");
      if (/One-Click/i.test(String(request.body)))
        return reply
          .code(found ? 200 : 404)
          .type("text/plain")
          .send(found ? "Unsubscribed" : "Not found");
      return reply.redirect(`${UNSUBSCRIBE}?${found ? `done=${found.kind}` : "problem=1"}`, 303);
    });
  });
}
