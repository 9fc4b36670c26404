import { SHORT_PATH, WALL_PATH } from "@survey-app/contract/sharing/shortAddresses.ts";
import { pathOfCode, readTypedCode } from "@survey-app/contract/sharing/typedCode.ts";
import { readCrockford } from "@survey-app/contract/text/crockford.ts";
import { ROOM_QUESTIONS_MAX } from "@survey-app/contract/text/limits.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import { handlePageError } from "../http/errorPage.ts";
import { readFormBodies } from "../http/forms.ts";
import type { ReadLimiter } from "../http/rateLimit.ts";
import type { SendPage } from "../http/ssr.ts";
import type { WrongCodes } from "../http/wrongCodes.ts";
import { findMeetingOfWall } from "../meetings/wallCode.sql.ts";
import { findRoomMoves } from "../voters/rooms.sql.ts";
import { findSurveyOf } from "./shortAddresses.sql.ts";

/** What pages can have in their path. A code in any other form is brought into this one by a redirect first. */
const PLAIN = /^[\w-]{1,64}$/;
/** A whole link, with every character encoded, and the name of its field. */
const FORM_BYTES_MAX = 4096;
/** The replacement for a text that can't be a code. */
const NO_CODE = "-";

type Exchange = [request: FastifyRequest, reply: FastifyReply];

interface Options {
  sendPage: SendPage;
  readLimiter: ReadLimiter;
  wrongCodes: WrongCodes;
}

/**
 * Serves short addresses: a right code redirects to its survey, or to the question that its room shows. The code of a
 * meeting only leads to its wall. Wrong, expired and unpublished codes get the same page, where people can type a code.
 * That page also accepts codes of invitations, and leads to where they are opened.
 */
export function openShortAddresses(
  app: FastifyInstance,
  database: Database,
  { sendPage, readLimiter, wrongCodes }: Options,
): void {
  /** The target of a code, by the beginning of its address; null if the code isn't valid. */
  const targets = {
    [SHORT_PATH]: async (code: string) => {
      const surveyId = await findSurveyOf(database, code);
      return surveyId === null ? null : `/surveydetails/${surveyId}`;
    },
    [WALL_PATH]: async (code: string) => {
      const surveyId = await findSurveyOf(database, code);
      if (surveyId !== null) return `/surveys/${await findPresentQuestion(database, surveyId)}/present`;
      const meetingId = await findMeetingOfWall(database, code);
      return meetingId === null ? null : `/meetings/${meetingId}/wall`;
    },
  };

  async function open(begin: keyof typeof targets, code: string, [request, reply]: Exchange): Promise<void> {
    wrongCodes.check(request);
    readLimiter.admit(request);
    const target = await targets[begin](readCrockford(code) ?? NO_CODE);
    if (target !== null) {
      wrongCodes.check(request);
      return redirect(reply, target);
    }
    await wrongCodes.count(request);
    await sendPage(`${begin}/${NO_CODE}`, [request, reply], 404);
  }

  const options = { errorHandler: handlePageError };
  // Phones begin what people type with a capital letter.
  for (const begin of [SHORT_PATH, WALL_PATH] as const)
    for (const path of [begin, begin.toUpperCase()]) {
      app.get(path, options, async (request: FastifyRequest<{ Querystring: { code?: unknown } }>, reply) => {
        const { code = "" } = request.query;
        if (code !== "") return redirect(reply, typedPath(begin, String(code)));
        return begin === WALL_PATH ? redirect(reply, SHORT_PATH) : sendPage(SHORT_PATH, [request, reply]);
      });
      app.get(`${path}/:code`, options, async (request: FastifyRequest<{ Params: { code: string } }>, reply) => {
        const { code } = request.params;
        const target = typedPath(begin, code);
        return target.startsWith(begin) && PLAIN.test(code)
          ? open(begin, code, [request, reply])
          : redirect(reply, target);
      });
    }

  // The form posts: the code of an invitation must be in no URL, log or history.
  app.register(async (scope) => {
    readFormBodies(scope);
    for (const begin of [SHORT_PATH, WALL_PATH] as const)
      scope.post(begin, { ...options, bodyLimit: FORM_BYTES_MAX }, async ({ body }, reply) => {
        const { code = "" } = (body ?? {}) as Record<string, string>;
        return redirect(reply, code === "" ? SHORT_PATH : typedPath(begin, code));
      });
  });
}

/** The question at which the room of a survey is now. */
async function findPresentQuestion(database: Database, surveyId: string): Promise<string> {
  for (let id = surveyId, steps = 0; ; steps++) {
    const next = (await findRoomMoves(database, [id])).get(id);
    if (next === undefined || steps === ROOM_QUESTIONS_MAX) return id;
    id = next;
  }
}

/** The path that opens a typed code. Walls (`/w`) don't accept codes of invitations, which are wrong codes there. */
function typedPath(begin: string, typed: string): string {
  const code = readTypedCode(typed);
  if (code?.isPersonal) return begin === SHORT_PATH ? pathOfCode(code) : `${begin}/${NO_CODE}`;
  return `${begin}/${code && PLAIN.test(code.signs) ? code.signs : NO_CODE}`;
}

async function redirect(reply: FastifyReply, path: string): Promise<void> {
  await reply.header("cache-control", "no-store").redirect(path, 303);
}
