import { openInvitation } from "@survey-app/contract/invitations/invitations.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../testing/freshDatabase.ts";
import { interruptible } from "../testing/interrupted.ts";
import { invitationTokensOf, linkOf } from "../testing/invitationTokens.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { addressHashOf } from "../testing/sendEmails.ts";
import { appOn, type TestApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { createInvitationLinks } from "./invitationLinks.ts";

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
test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "a link that is replaced after statement %i of its sending doesn't open anything",
  async (statement) => {
    const invited = invitedSurveys(() => ({ t, ...people }));
    const { email: address } = await makePerson(t.database, t.tokens);
    const { id: surveyId } = await invited.makeOpen(0, {}, [address]);
    const [{ _id: invitationId } = { _id: "" }] = await invited.list(surveyId);
    const { publicUrl } = t.config;
    const renewed = { accepted: ["another secret, long enough to be one"] } as const;
    const parts = {
      tokens: invitationTokensOf(t, renewed),
      record: recorder(),
      hashAddress: addressHashOf(t),
      publicUrl,
    };
    const { invitationLink } = createInvitationLinks(t.database, parts);

    const [, reissued] = await race({
      work: () => invitationLink({ surveyId, invitationId, address }),
      other: () => invited.reissue(surveyId, invitationId),
      when: ({ statements }) => statements === statement,
    });
    if (reissued === null) await invited.reissue(surveyId, invitationId);

    for (const secrets of [renewed, {}]) {
      const body = { token: linkOf(t, invitationId, secrets) };
      expect(await t.refused(openInvitation, { body })).toMatchObject({
        // Only the link that was sent last was stored, and counts as a former one.
        code: expect.stringMatching(/^invitation(Invalid|Replaced)$/),
      });
    }
  },
);
