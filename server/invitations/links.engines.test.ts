import { openInvitation } from "@survey-app/contract/invitations.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../testing/freshDatabase.ts";
import { interruptible } from "../testing/interrupted.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { addressHashOf } from "../testing/sendEmails.ts";
import { appOn, type TestApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { createInvitationLinks } from "./invitationLinks.ts";
import { createInvitationTokens } from "./invitationTokens.ts";

let t: TestApp;
let race: ReturnType<typeof interruptible>["race"];
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  const fresh = await freshDatabase();
  const { database, ...held } = interruptible(fresh.database);
  race = held.race;
  t = await appOn({ ...fresh, database }, {}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

// The mailer has another secret than the servers had when the link was made, so that it stores the link's hash again.
test.each([1, 2, 3, 4])(
  "a link that is replaced after statement %i of its sending opens nothing",
  async (statement) => {
    const invited = invitedSurveys(() => ({ t, ...people }));
    const { email: address } = await makePerson(t.database, t.tokens);
    const { id: surveyId } = await invited.makeOpen(0, {}, [address]);
    const [{ _id: invitationId } = { _id: "" }] = await invited.list(surveyId);
    const { publicUrl, sessionSecret } = t.config;
    const renewed = createInvitationTokens("another secret, long enough to be one", publicUrl);
    const parts = { tokens: renewed, hashAddress: addressHashOf(t), publicUrl };
    const { invitationLink } = createInvitationLinks(t.database, parts);

    const [, reissued] = await race({
      work: () => invitationLink({ surveyId, invitationId, address }),
      other: () => invited.reissue(surveyId, invitationId),
      at: ({ statements }) => statements === statement,
    });
    if (reissued === null) await invited.reissue(surveyId, invitationId);

    for (const { codeOf } of [renewed, createInvitationTokens(sessionSecret, publicUrl)]) {
      const body = { token: codeOf(invitationId, 1) };
      expect(await t.refused(openInvitation, { body })).toMatchObject({
        // Only the one that was sent last was stored, and is known as a former one.
        code: expect.stringMatching(/^invitation(Invalid|Replaced)$/),
      });
    }
  },
);
