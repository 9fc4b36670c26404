import { type APIRequestContext, expect } from "@playwright/test";
import { bearer } from "./people.ts";

/** A meeting of the demo's surveyor, led by the API. */
export interface LedMeeting {
  id: string;
  /** Of its people. */
  codes: string[];
  /** Opens a question, whose answers are named and can be to abstain. @returns its survey */
  open(Title: string): Promise<string>;
  /** Adds a draft at the end. */
  draft(Title: string): Promise<void>;
}

/** Makes a meeting of as many people with codes. @param token of its owner */
export async function makeMeeting(request: APIRequestContext, token: string, people: number): Promise<LedMeeting> {
  const headers = bearer(token);
  const send = async <Response>(path: string, data: object): Promise<Response> => {
    const response = await request.post(`/api${path}`, { headers, data });
    await expect(response).toBeOK();
    return (await response.json()) as Response;
  };
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
  vote: 0 | 1 | 2,
): Promise<void> {
  const opened = await request.post("/api/invitation", { data: { token: code } });
  await expect(opened).toBeOK();
  const { token } = (await opened.json()) as { token: string };
  const cast = await request.post(`/api/surveys/${surveyId}/invitation/vote`, {
    headers: bearer(token),
    data: { vote },
  });
  await expect(cast).toBeOK();
}
