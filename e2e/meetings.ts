import { type APIRequestContext, expect } from "@playwright/test";
import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import { bearer } from "./people.ts";

/** A meeting of the demo's surveyor, controlled through the API. */
export interface LedMeeting {
  id: string;
  /** The codes of its people. */
  codes: string[];
  /** Opens a question with named answers, on which people can abstain. @returns its survey */
  open(Title: string): Promise<string>;
  /** Adds a draft at the end. */
  draft(Title: string): Promise<void>;
}

/** Returns a function that sends `POST` requests to the API. @param token of the user who sends them */
export function poster(request: APIRequestContext, token: string) {
  return async <Response>(path: string, data: object): Promise<Response> => {
    const response = await request.post(`/api${path}`, { headers: bearer(token), data });
    await expect(response).toBeOK();
    return (await response.json()) as Response;
  };
}

/** Creates a meeting of `people` people, each with a code. @param token of its owner */
export async function makeMeeting(request: APIRequestContext, token: string, people: number): Promise<LedMeeting> {
  const send = poster(request, token);
  const defaults = { privacy: "named", unsure: true, passRule: null, minutes: 60 };
  const { insertedId: id } = await send<{ insertedId: string }>("/meetings", { name: "Test: Assembly", defaults });
  const made = await send<{ code: string }[]>(`/surveys/${id}/invitations/codes`, { count: people });
  let after: string | null = null;
  return {
    id,
    codes: made.map(({ code }) => code),
    async open(Title) {
      const ticket = crypto.randomUUID().replaceAll("-", "");
      const opened: { surveyId: string } = await send(`/meetings/${id}/questions`, {
        question: { Title },
        after,
        ticket,
      });
      after = opened.surveyId;
      return opened.surveyId;
    },
    draft: (Title) => send(`/meetings/${id}/drafts`, { Title }),
  };
}

/** Votes on a question with a code, in a browser of its own. */
export async function voteByCode(
  request: APIRequestContext,
  surveyId: string,
  code: string,
  vote: Answer,
): Promise<void> {
  const opened = await request.post("/api/invitation", { data: { token: code } });
  await expect(opened).toBeOK();
  const { token } = (await opened.json()) as { token: string };
  await castByToken(request, surveyId, token, vote);
}

/** Votes on a question with the token of an opened link or code. @param request of the browser that has opened it */
export async function castByToken(
  request: APIRequestContext,
  surveyId: string,
  token: string,
  vote: Answer,
): Promise<void> {
  // Required for secret votes.
  const ticket = crypto.randomUUID().replaceAll("-", "");
  await poster(request, token)(`/surveys/${surveyId}/invitation/vote`, { vote, ticket });
}
