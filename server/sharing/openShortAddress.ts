import { SHORT_PATH } from "@survey-app/contract/sharing/shortAddresses.ts";
import { readCrockford } from "@survey-app/contract/text/crockford.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import { handlePageError } from "../http/errorPage.ts";
import type { ReadLimiter } from "../http/rateLimit.ts";
import type { SendPage } from "../http/ssr.ts";
import type { WrongCodes } from "../http/wrongCodes.ts";
import { findSurveyOf } from "./shortAddresses.sql.ts";

/** What pages can have in their path. A code in any other form is brought into this one by a redirect first. */
const PLAIN = /^[\w-]{1,64}$/;
/** In place of a code that can't be one. */
const NO_CODE = "-";

interface Options {
  sendPage: SendPage;
  readLimiter: ReadLimiter;
  wrongCodes: WrongCodes;
}

/**
 * Serves short addresses: a right code redirects to its survey. Wrong, expired and unpublished codes get the same page, which also
 * is the page to type a code.
 */
export function openShortAddresses(
  app: FastifyInstance,
  database: Database,
  { sendPage, readLimiter, wrongCodes }: Options,
): void {
  async function open(code: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    wrongCodes.check(request);
    readLimiter.admit(request);
    const surveyId = await findSurveyOf(database, readCrockford(code) ?? NO_CODE);
    if (surveyId !== null) {
      wrongCodes.check(request);
      return redirect(reply, `/surveydetails/${surveyId}`);
    }
    await wrongCodes.count(request);
    await sendPage(`${SHORT_PATH}/${NO_CODE}`, [request, reply], 404);
  }

  const options = { errorHandler: handlePageError };
  // Phones begin what people type with a capital letter.
  for (const path of [SHORT_PATH, SHORT_PATH.toUpperCase()]) {
    app.get(path, options, async (request: FastifyRequest<{ Querystring: { code?: unknown } }>, reply) => {
      const { code = "" } = request.query;
      if (code === "") return sendPage(SHORT_PATH, [request, reply]);
      return redirect(reply, plainPath(String(code)));
    });
    app.get(`${path}/:code`, options, async (request: FastifyRequest<{ Params: { code: string } }>, reply) => {
      const { code } = request.params;
      return PLAIN.test(code) ? open(code, request, reply) : redirect(reply, plainPath(code));
    });
  }
}

/** The short address with a code that was typed. */
function plainPath(typed: string): string {
  const code = readCrockford(typed) ?? NO_CODE;
  return `${SHORT_PATH}/${PLAIN.test(code) ? code : NO_CODE}`;
}

async function redirect(reply: FastifyReply, path: string): Promise<void> {
  await reply.header("cache-control", "no-store").redirect(path, 303);
}
