import { admins, allRoles, type Expected, noRole, ownerAndAdmins, type Row, signedIn, surveyors } from "./accessRow.ts";
import { signUpBody } from "./accounts.ts";
import { guestForm } from "./guests.ts";
import { rowsOfMeetings } from "./meetingRequests.ts";
import type { Person } from "./people.ts";
import { newCredential, usedCredential } from "./signInRequests.ts";
import { PUBLIC_URL } from "./testConfig.ts";

/** Webhooks are their owner's alone: webhooks.test.ts tries those of others. */
const ofNoWebhook = { params: { id: "none", delivery: "none" } };
const noWebhook: Expected = [401, 403, 403, 404, 404, 404];

/** Endpoints whose requests name no stored data. */
export const rowsWithoutData: Record<string, Row[]> = {
  ...rowsOfMeetings(),
  "session.signIn": [
    { request: () => ({ body: { email: "nobody@example.org", password: "Kettle-on7!" } }), expected: 422 },
  ],
  // No provider is configured here; social.engines.test.ts covers this.
  "session.signInWithProvider": [{ request: () => ({ body: { provider: "google" } }), expected: 404 }],
  "session.signOut": [{ expected: allRoles }],
  "session.getSession": [{ expected: allRoles }],
  "session.revokeUserSessions": [
    { request: () => ({ params: { id: "nobody" } }), expected: [401, 403, 403, 403, 403, 404] },
  ],

  ...Object.fromEntries(
    ["scheduleErasure", "cancelErasure", "sendData", "exportDataOf"].map((name) => [
      `erasure.${name}`,
      [{ request: () => ({ params: { id: "none" } }), expected: [401, 403, 403, 403, 403, 404] }],
    ]),
  ),
  "erasure.keepMyAccount": [{ expected: signedIn }],

  // With ASK_UNLISTED=surveyors; server/account/guests.engines.test.ts has the rows of guests.
  "guests.askAsGuest": [{ request: () => ({ body: guestForm() }), expected: 401 }],
  "guests.keepGuest": [{ request: () => ({ body: signUpBody() }), expected: [401, 409, 409, 409, 409, 409] }],
  "guests.deleteGuest": [{ request: () => ({ params: { id: "none" } }), expected: [401, 403, 403, 403, 403, 404] }],

  "passkeys.requestPasskeyChallenge": [{ expected: allRoles }],
  // An unknown passkey; passkeys.test.ts covers others.
  "passkeys.signInWithPasskey": [{ request: () => ({ body: { credential: usedCredential } }), expected: 422 }],
  "passkeys.listMyPasskeys": [{ expected: signedIn }],
  "passkeys.requestPasskeyOptions": [{ expected: signedIn }],
  "passkeys.addPasskey": [
    {
      request: () => ({ body: { name: "Key", credential: newCredential } }),
      expected: [401, 422, 422, 422, 422, 422],
    },
  ],
  "passkeys.renamePasskey": [
    { request: () => ({ params: { id: "none" }, body: { name: "Key" } }), expected: [401, 404, 404, 404, 404, 404] },
  ],
  "passkeys.removePasskey": [{ request: () => ({ params: { id: "none" } }), expected: [401, 404, 404, 404, 404, 404] }],
  // No sign-in waits for a code here; secondFactor.test.ts covers this.
  "secondFactor.signInWithCode": [{ request: () => ({ body: { code: "000000" } }), expected: 409 }],
  "secondFactor.getSecondFactor": [{ expected: signedIn }],
  "secondFactor.setUpSecondFactor": [{ expected: signedIn }],
  "secondFactor.turnOnSecondFactor": [
    { request: () => ({ body: { code: "nothing" } }), expected: [401, 422, 422, 422, 422, 422] },
  ],
  "secondFactor.turnOffSecondFactor": [{ expected: [401, 409, 409, 409, 409, 409] }],
  "secondFactor.renewRecoveryCodes": [{ expected: [401, 409, 409, 409, 409, 409] }],
  "secondFactor.forgetDevice": [
    { request: () => ({ params: { id: "none" } }), expected: [401, 404, 404, 404, 404, 404] },
  ],

  "registration.requestSignUpLink": [
    { request: () => ({ body: { email: "nobody@example.org" } }), expected: allRoles },
  ],
  "registration.listAccountInvitations": [{ expected: admins }],
  "registration.inviteToAccount": [{ request: () => ({ body: { email: "nobody@example.org" } }), expected: admins }],
  "registration.revokeAccountInvitation": [
    { request: () => ({ params: { id: "none" } }), expected: [401, 403, 403, 403, 403, 404] },
  ],

  "account.requestPasswordReset": [{ request: () => ({ body: { email: "nobody@example.org" } }), expected: allRoles }],
  "account.checkResetLink": [{ request: () => ({ body: { token: "x".repeat(43) } }), expected: 422 }],
  "account.resetPassword": [
    { request: () => ({ body: { token: "x".repeat(43), newPassword: "Kettle-on7!" } }), expected: 422 },
  ],
  "account.verifyEmail": [{ request: () => ({ body: { token: "x".repeat(43) } }), expected: 422 }],
  // These users have confirmed addresses and no passwords; account.test.ts covers others.
  "account.requestEmailVerification": [{ expected: [401, 409, 409, 409, 409, 409] }],
  "account.changePassword": [
    {
      request: () => ({ body: { password: "Kettle-on7!", newPassword: "Kettle-off7!" } }),
      expected: [401, 409, 409, 409, 409, 409],
    },
  ],
  "account.changeEmail": [
    {
      request: () => ({ body: { password: "Kettle-on7!", email: "new@example.org" } }),
      expected: [401, 409, 409, 409, 409, 409],
    },
  ],
  "account.getMyAccount": [{ expected: signedIn }],
  "account.listMySessions": [{ expected: signedIn }],
  "account.revokeMyOtherSessions": [{ expected: signedIn }],
  "webhooks.listMyWebhooks": [{ expected: surveyors }],
  "webhooks.createWebhook": [
    { request: () => ({ body: { url: "https://example.org", events: ["closed"] } }), expected: surveyors },
    {
      what: "for all surveys",
      request: () => ({ body: { url: "https://example.org", events: ["closed"], allSurveys: true } }),
      expected: [401, 403, 403, 422, 422, 200],
    },
  ],
  "webhooks.changeWebhook": [
    {
      request: () => ({ ...ofNoWebhook, body: { url: "https://example.org", events: ["closed"] } }),
      expected: noWebhook,
    },
  ],
  "webhooks.switchWebhook": [{ request: () => ({ ...ofNoWebhook, body: { isOn: true } }), expected: noWebhook }],
  "webhooks.replaceWebhookSecret": [{ request: () => ofNoWebhook, expected: noWebhook }],
  "webhooks.deleteWebhook": [{ request: () => ofNoWebhook, expected: noWebhook }],
  "webhooks.testWebhook": [{ request: () => ofNoWebhook, expected: noWebhook }],
  "webhooks.listWebhookDeliveries": [{ request: () => ofNoWebhook, expected: noWebhook }],
  "webhooks.resendWebhookDelivery": [{ request: () => ofNoWebhook, expected: noWebhook }],
  "apiKeys.listMyApiKeys": [{ expected: signedIn }],
  "apiKeys.createApiKey": [{ request: () => ({ body: { name: "A key", scopes: ["read"] } }), expected: signedIn }],
  "apiKeys.renameApiKey": [
    {
      what: "nobody's",
      request: () => ({ params: { id: "none" }, body: { name: "A key" } }),
      expected: [401, 404, 404, 404, 404, 404],
    },
  ],
  "apiKeys.revokeApiKey": [
    { what: "nobody's", request: () => ({ params: { id: "none" } }), expected: [401, 404, 404, 404, 404, 404] },
  ],
  "outcomes.getEmailPreferences": [{ expected: signedIn }],
  "outcomes.setEmailPreferences": [
    { request: () => ({ body: { results: true, reminders: true, reports: true } }), expected: signedIn },
  ],
  "account.setMyLanguage": [{ request: () => ({ body: { language: "en" } }), expected: signedIn }],
  "ownNumbers.getMyNumbers": [{ expected: signedIn }],
  "series.askAgain": [{ request: () => ({ params: { id: "none" } }), expected: [401, 403, 403, 404, 404, 404] }],
  "series.getSeries": [{ request: () => ({ params: { survey: "none" } }), expected: 404 }],
  "surveys.listLatestSurveys": [{ expected: allRoles }],
  "surveys.listTopSurveys": [{ expected: allRoles }],
  "surveys.listPublishedSurveys": [{ expected: allRoles }],
  "surveys.listAllSurveys": [{ expected: allRoles }],
  "notices.getMyNotices": [{ expected: signedIn }],
  "account.exportMyData": [{ expected: signedIn }],
  // No payment provider is configured here; payments.test.ts has one.
  "payments.createPaymentIntent": [
    { request: () => ({ body: { price: 12 } }), expected: [401, 404, 404, 404, 404, 404] },
  ],
  "payments.getMyLatestPayment": [{ expected: signedIn }],
  "payments.getRevenue": [{ expected: admins }],
  "payments.listPayments": [{ expected: admins }],
  "payments.cancelPayment": [{ request: () => ({ params: { id: "none" } }), expected: [401, 404, 404, 404, 404, 404] }],
  "payments.refundPayment": [{ request: () => ({ params: { id: "none" } }), expected: [401, 403, 403, 403, 403, 404] }],
  "legal.getLegalText": [{ request: () => ({ params: { page: "privacy" } }), expected: allRoles }],
  "audit.listAuditEvents": [{ expected: admins }],
  "operations.getOperations": [{ expected: admins }],
  // No clock has jumped here; clock.engines.test.ts has some.
  "operations.confirmClock": [
    {
      request: () => ({ body: { jumps: [{ of: "server", from: "2026-01-01", to: "2027-01-01" }] } }),
      expected: [401, 403, 403, 403, 403, 409],
    },
  ],
  "emailTrail.findEmails": [{ request: () => ({ query: { address: "ada@example.org" } }), expected: admins }],
  "failedWork.listFailedWork": [{ expected: admins }],
  "setup.getSetup": [{ expected: admins }],
  // Email is not set up here; setup.engines.test.ts has a mail server.
  "setup.sendTestEmail": [{ expected: [401, 403, 403, 403, 403, 404] }],
  "setup.confirmStep": [{ request: () => ({ body: { step: "asking" } }), expected: admins }],
  "failedWork.retryFailedWork": [{ request: () => ({ body: { queue: "emails" } }), expected: admins }],
};

/** A request with a picture. */
export function multipart() {
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  const head = `--x\r\ncontent-disposition: form-data; name="image"; filename="a.gif"\r\ncontent-type: image/gif\r\n\r\n`;
  return {
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: Buffer.concat([Buffer.from(head), gif, Buffer.from("\r\n--x--\r\n")]),
  };
}

/** Files of results and votes, and embedded surveys. Files with addresses are for the owner and admins. */
export function rowsOfDownloads(onPublished: Row["request"], onWaiting: Row["request"]): Record<string, Row[]> {
  const rows = (published: Expected, waiting: Expected): Row[] => [
    { what: "published", request: onPublished, expected: published },
    { what: "waiting", request: onWaiting, expected: waiting },
  ];
  return {
    "downloads.getPortableResult": rows(allRoles, ownerAndAdmins),
    "downloads.getResultsCsv": rows(allRoles, ownerAndAdmins),
    "downloads.getLedgerLines": rows(allRoles, ownerAndAdmins),
    "downloads.getSurveyMinutes": rows([409, 409, 409, 409, 409, 409], [404, 404, 404, 409, 404, 409]),
    "sharing.getOembed": [
      {
        request: (as) => ({ query: { url: `${PUBLIC_URL}/surveydetails/${onPublished?.(as).params?.id}` } }),
        expected: allRoles,
      },
    ],
    "downloads.getVotesCsv": rows([401, 403, 403, 200, 403, 200], [401, 403, 403, 200, 404, 200]),
  };
}

/** Everyone who can see a survey may read its codes; only its owner and admins create them, for published surveys. */
export function rowsOfShortAddresses(published: () => string, waiting: () => string): Record<string, Row[]> {
  const row = (what: string, id: () => string, expected: Expected): Row => ({
    what,
    request: () => ({ params: { id: id() }, body: { kind: "flyer" } }),
    expected,
  });
  return {
    "shortAddresses.listShortAddresses": [row("published", published, allRoles), row("waiting", waiting, 404)],
    "shortAddresses.keepShortAddress": [row("published", published, 200), row("waiting", waiting, 404)],
    "shortAddresses.renewShortAddress": [
      row("published", published, [401, 404, 404, 200, 404, 200]),
      row("waiting", waiting, [401, 404, 404, 409, 404, 409]),
    ],
  };
}

/**
 * Only a survey's owner, a surveyor, may change its list; this survey doesn't have one, because everyone can vote on
 * it.
 */
export function rowsOfInvitations(id: () => string): Record<string, Row[]> {
  const row = (expected: Expected, body?: object): Row[] => [
    { request: () => ({ params: { id: id(), invitation: "none", person: "none" }, ...(body && { body }) }), expected },
  ];
  const owner: Expected = [401, 403, 403, 409, 404, 404];
  return {
    "invitations.addInvitations": row(owner, { rows: [{ label: "Room 12" }] }),
    "invitations.createCodes": row(owner, { count: 1 }),
    "invitations.replaceCodes": row(owner, {}),
    "invitations.sendInvitations": row(owner),
    "invitations.reissueInvitation": row(owner),
    "invitations.removeInvitation": row(owner),
    "invitations.listInvitations": row([401, 403, 403, 200, 404, 404]),
    "invitations.getMyInvitation": row([401, 409, 409, 409, 409, 409]),
    "invitations.openInvitation": row(422, { token: "0000-0000-0000-0000-0000-0000-00" }),
    // These don't accept users' tokens; invitedVotes.test.ts has the tokens that they accept.
    "invitations.getInvitation": row(409),
    "invitations.castInvitedVote": row(409, { vote: 1 }),
    "invitations.objectToVote": row(409),
    "invitations.objectToEnd": row(422, { token: "0000-0000-0000-0000-0000-0000-00" }),
    "invitations.allowCodes": row([401, 403, 403, 403, 403, 409]),
    "waitingPeople.listWaitingPeople": row([401, 403, 403, 200, 404, 404]),
    "waitingPeople.makeWaitingCodes": row(owner, {}),
    "waitingPeople.removeWaitingPerson": row(owner),
    "waitingPeople.listCodeRequests": [{ expected: admins }],
  };
}

/**
 * With ASK_UNLISTED=surveyors; server/moderation/askUnlisted.engines.test.ts has the rows with `confirmed`.
 * @param published,waiting the ids of listed surveys
 * @param emailOfOther the address of someone else than the sender
 */
export function rowsOfUnlistedSurveys({
  published,
  waiting,
  emailOfOther,
}: {
  published: () => string;
  waiting: () => string;
  emailOfOther: (as: Person | undefined) => string;
}): Record<string, Row[]> {
  const form = { Title: "Who may?", category: "Cleaning Tools", image: "https://example.org/a.png" };
  const invited = { ...form, electorate: "invited" };
  const report = (id: () => string) => () => ({ params: { id: id() }, body: { inapp: "Spam" } });
  return {
    "unlistedSurveys.createUnlistedSurvey": [
      { request: () => ({ body: invited }), expected: surveyors },
      { what: "for everyone", request: () => ({ body: form }), expected: [401, 403, 403, 422, 422, 422] },
      { what: "as another", request: (as) => ({ body: { ...invited, email: emailOfOther(as) } }), expected: noRole },
    ],
    // Listed surveys are reported by users who are signed in.
    "unlistedSurveys.reportUnlistedSurvey": [
      { what: "listed", request: report(published), expected: [401, 404, 404, 404, 404, 404] },
      { what: "waiting", request: report(waiting), expected: 404 },
    ],
    "unlistedSurveys.listUnlistedSurveys": [{ expected: admins }],
    "unlistedSurveys.acceptSurvey": [
      { request: () => ({ params: { id: "none" }, body: { version: 1 } }), expected: [401, 403, 403, 403, 403, 404] },
    ],
  };
}

/** A survey for everyone doesn't accept votes by open link; linkVotes.engines.test.ts has a survey that does. */
export function rowsOfLinks(id: () => string): Record<string, Row[]> {
  const row = (expected: Expected, body?: object): Row[] => [
    { request: () => ({ params: { id: id() }, ...(body && { body }) }), expected },
  ];
  const host: Expected = [401, 404, 404, 409, 404, 409];
  const prepares: Expected = [401, 404, 404, 409, 404, 404];
  const ofRoom: Row[] = [{ request: () => ({ params: { survey: id() } }), expected: 409 }];
  return {
    "linkVotes.openLinkSurvey": row(409),
    "linkVotes.castLinkVote": row(409, { vote: 1, question: "0".repeat(64) }),
    "linkVotes.getLinkVoting": row(host),
    "linkVotes.setRoomMode": row(host, { on: true }),
    "rooms.getRoom": ofRoom,
    "rooms.getRoomCsv": ofRoom,
    "rooms.moveRoom": row([401, 409, 409, 409, 409, 409], { next: "none" }),
    // Admins neither read nor prepare questions, which would be asked in the owner's name.
    "rooms.listRoomQuestions": [{ ...ofRoom[0], expected: prepares }],
    "rooms.setRoomQuestions": [
      {
        request: () => ({ params: { survey: id() }, body: { state: "0".repeat(32), questions: [] } }),
        expected: prepares,
      },
    ],
  };
}

/** No one is invited to co-own here; server/owners/coOwners.engines.test.ts covers those who are. */
export function rowsOfOwners(published: () => string): Record<string, Row[]> {
  const row = (expected: Expected, body?: object): Row[] => [
    { request: () => ({ params: { id: published(), owner: "none" }, body }), expected },
  ];
  return {
    "owners.listOwners": row([401, 403, 403, 200, 404, 200]),
    "owners.inviteCoOwner": row([401, 403, 403, 200, 404, 404], { email: "coco@example.org" }),
    "owners.acceptCoOwnership": row([401, 403, 403, 404, 404, 404]),
    "owners.leaveSurvey": row([401, 404, 404, 404, 404, 404]),
    "owners.removeCoOwner": row([401, 403, 403, 404, 404, 404]),
    "owners.listSharedSurveys": [{ expected: surveyors }],
    ...rowsOfVoterLists,
  };
}

/** No one finds other people's lists; server/voterLists/voterLists.engines.test.ts covers own and shared ones. */
const rowsOfVoterLists: Record<string, Row[]> = {
  "voterLists.listVoterLists": [{ expected: surveyors }],
  "voterLists.createVoterList": [{ request: () => ({ body: { name: "A list" } }), expected: surveyors }],
  ...Object.fromEntries(
    Object.entries({
      "voterLists.changeVoterList": { name: "A list", sharedWith: null },
      "voterLists.deleteVoterList": undefined,
      "voterLists.listListedPeople": undefined,
      "voterLists.addListedPeople": { rows: [{ label: "A" }] },
      "voterLists.changeListedPerson": { email: null, label: "A" },
      "voterLists.removeListedPerson": undefined,
      "voterLists.copyVoterList": undefined,
    }).map(([name, body]) => [
      name,
      [{ request: () => ({ params: { id: "none", person: "none" }, body }), expected: [401, 403, 403, 404, 404, 404] }],
    ]),
  ),
};
