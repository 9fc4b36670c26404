import { type APIRequestContext, expect } from "@playwright/test";
import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import { hasEnded, type Survey, type SurveyResults } from "@survey-app/contract/surveys/surveys.ts";
import { bearer } from "./people.ts";

/** The running, or ended, survey with the fewest votes among the demo's published surveys with public votes. */
export async function demoSurvey(
  request: APIRequestContext,
  state: "running" | "ended",
  privacy: Survey["privacy"] = "named",
): Promise<Survey> {
  // Reads all pages: in a long run, tests add more than a page of surveys with fewer votes.
  const answer = await request.get("/api/allSuryesPage?sort=asc");
  const surveys = (await answer.json()) as Survey[];
  const now = Date.now();
  // Surveys added by tests come and go.
  const found = surveys.find(
    (survey) =>
      hasEnded(survey, now) === (state === "ended") && survey.privacy === privacy && !survey.Title.startsWith("Test: "),
  );
  if (!found) throw new Error(`No ${privacy} demo survey is ${state}`);
  return found;
}

export interface SurveyFields {
  title?: string;
  description?: string;
  deadline?: string;
  image?: string;
  createDate?: string;
  scheduled?: boolean;
  results?: Survey["results"];
  changeable?: boolean;
  unsure?: boolean;
  privacy?: Survey["privacy"];
  language?: Survey["language"];
}

/** Adds a survey as the surveyor and publishes it as the admin. Returns its id. */
export async function publishSurvey(
  request: APIRequestContext,
  tokens: { surveyor: string; admin: string },
  fields: SurveyFields,
): Promise<string> {
  const { title = "Do tests deserve a survey of their own?", description = "", image, ...times } = fields;
  const added = await request.post("/api/surveysForm", {
    headers: bearer(tokens.surveyor),
    data: {
      Title: `Test: ${title}`,
      Description: description,
      category: "Cleaning Tools",
      image: image ?? (await demoSurvey(request, "running")).image,
      ...times,
    },
  });
  await expect(added).toBeOK();
  const { insertedId } = (await added.json()) as { insertedId: string };
  const published = await request.patch(`/api/surveys/${insertedId}/status`, {
    headers: bearer(tokens.admin),
    data: { status: 2, feedback: "" },
  });
  await expect(published).toBeOK();
  return insertedId;
}

/** Creates a survey by open link for the user with this token, which is published right away. @returns its id */
export async function makeLinkSurvey(
  request: APIRequestContext,
  token: string,
  Title: string,
  settings: Pick<SurveyFields, "results" | "changeable" | "unsure" | "deadline"> & { Description?: string } = {},
): Promise<string> {
  const deadline = new Date(Date.now() + 86_400_000).toISOString();
  const form = { Title, category: "Cleaning Tools", image: "/categories/cleaning-tools.svg" };
  const data = { ...form, electorate: "link", deadline, ...settings };
  const created = await request.post("/api/surveysForm", { headers: bearer(token), data });
  await expect(created).toBeOK();
  return ((await created.json()) as { insertedId: string }).insertedId;
}

/** Votes by open link, in a browser of its own. @param request of that browser */
export async function voteByLink(request: APIRequestContext, id: string, vote: Answer): Promise<void> {
  const { label } = (await (await request.get(`/api/surveys/${id}/results`)).json()) as SurveyResults;
  await expect(await request.post(`/api/surveys/${id}/link`, { data: {} })).toBeOK();
  const data = { vote, question: label.questionHash };
  await expect(await request.post(`/api/surveys/${id}/link/vote`, { data })).toBeOK();
}

/** Creates an unlisted survey for invited people for the user with these headers. @returns its id */
export async function makeInvitedSurvey(
  request: APIRequestContext,
  headers: Record<string, string>,
  Title: string,
  settings: Pick<SurveyFields, "unsure"> = {},
): Promise<string> {
  const { image } = await demoSurvey(request, "running");
  const data = { Title, category: "Cleaning Tools", image, electorate: "invited", ...settings };
  const created = await request.post("/api/surveysForm", { headers, data });
  await expect(created).toBeOK();
  return ((await created.json()) as { insertedId: string }).insertedId;
}
