import { createHmac, timingSafeEqual } from "node:crypto";
import { type SurveyEmailKind, surveyEmailKind } from "@survey-app/contract/outcomes.ts";
import { id } from "@survey-app/contract/text.ts";
import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";
import { deriveKey } from "../database/tokenHash.ts";
import { setEmailPreference } from "./follows.sql.ts";

/** The page at which an email's link ends, and where mail clients send a request when people press "Unsubscribe". */
export const UNSUBSCRIBE = "/unsubscribe";

/** Hex digits of a signature: 128 bits. */
const SIGNATURE_DIGITS = 32;
/** The largest accepted body, in bytes: a form with one field. */
const BODY_MAX = 1000;

export interface Unsubscriber {
  /** The address that unsubscribes a user from a kind of email. It never expires, and can do nothing else. */
  urlFor(userId: string, kind: SurveyEmailKind): string;
  /** The user and kind of an address's token; null unless it is ours. */
  read(token: string): { userId: string; kind: SurveyEmailKind } | null;
}

export function createUnsubscriber(secret: string, publicUrl: string): Unsubscriber {
  const key = deriveKey(secret, "unsubscribe");
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("hex").slice(0, SIGNATURE_DIGITS);
  return {
    urlFor(userId, kind) {
      const about = `${kind}.${userId}`;
      return `${publicUrl}${UNSUBSCRIBE}?token=${about}.${sign(about)}`;
    },
    read(token) {
      const [kind, userId, signature = "", ...more] = token.split(".");
      const about = { kind: surveyEmailKind.safeParse(kind), userId: id.safeParse(userId) };
      if (!about.kind.success || !about.userId.success || more.length > 0) return null;
      const expected = Buffer.from(sign(`${kind}.${userId}`));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return { userId: about.userId.data, kind: about.kind.data };
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
      if (found) await setEmailPreference(database, found.userId, { kind: found.kind, isWanted: false });
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
