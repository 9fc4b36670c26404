import type { APIRequestContext } from "@playwright/test";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { expect } from "./fixtures.ts";
import { mailedLink } from "./mail.ts";
import { bearer, type DemoRole, people } from "./people.ts";
import { demoSurvey } from "./surveys.ts";

/** A screen's URL, with ids of the demo in it. */
export async function fillIds(
  path: string,
  request: APIRequestContext,
  tokenFor: (role: DemoRole) => Promise<string>,
): Promise<string> {
  const [named, privacy, state] = /\{(?:(secret|confidential)-)?(running|ended)\}/.exec(path) ?? [];
  if (named) {
    const { _id } = await demoSurvey(request, state as "running", privacy as Survey["privacy"] | undefined);
    return path.replace(named, _id);
  }
  if (path === "{reset-link}") {
    await expect(
      await request.post("/api/auth/request-password-reset", { data: { email: people.user.email } }),
    ).toBeOK();
    return mailedLink({ request }, people.user.email, "Set a new password");
  }
  if (!path.includes("{feedback}")) return path;
  const headers = bearer(await tokenFor("surveyor"));
  const answer = await request.get(`/api/all/feedback/${people.surveyor.email}`, { headers });
  const [first] = (await answer.json()) as { _id: string }[];
  return path.replace("{feedback}", first?._id ?? "missing");
}
