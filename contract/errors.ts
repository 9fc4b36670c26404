/**
 * The closed list of error codes, each with its status and sentence.
 *
 * The web client signs out on any 401 or 403 (spec §6), so these two statuses mean only "you are not signed in" and
 * "this user may never do this". Errors that honest users can run into have other statuses.
 */
export const apiErrors = {
  signInRequired: [401, "Sign in first."],
  sessionEnded: [401, "Your session has ended. Sign in again."],
  notYou: [403, "You don't have access to another person's data."],
  roleRequired: [403, "Your role doesn't allow this."],
  scopeRequired: [403, "This API key may not do this."],
  signInAgain: [409, "You signed in too long ago for this. Sign in again to confirm that it's you."],
  originRefused: [403, "This request came from another site."],
  badInput: [422, "Some fields need your attention."],
  wrongCredentials: [
    422,
    "your email and password should match with the registered email and password If it doesnt match.",
  ],
  wrongPassword: [422, "That's not your password."],
  accountBlocked: [422, "This account is blocked. An admin can unblock it."],
  noPassword: [409, "This account has no password yet. Request a link to set one."],
  ownerRequired: [409, "Sign in to the account in this browser, or enter its password, to use this link."],
  linkSpent: [422, "This link was already used or has expired. Request a new one."],
  providerOff: [404, "This sign-in method is not set up here."],
  providerAway: [
    503,
    "This sign-in provider can't be reached right now. Try again in a moment, or sign in another way.",
  ],
  passkeyRefused: [422, "This passkey was not accepted. Try again, or sign in another way."],
  tooManyPasskeys: [409, "You have 20 passkeys, the maximum. Remove one first."],
  confirmFirst: [409, "Confirm your email address first."],
  codeRequired: [409, "Enter the code from your authenticator app to finish signing in."],
  wrongCode: [422, "That code is wrong, or was already used. Wait for the next one, and try again."],
  tooManyCodes: [429, "Too many wrong codes. Wait 15 minutes, then try again."],
  tookTooLong: [409, "This took too long. Please start again."],
  ownAccount: [409, "You can't block your own account."],
  emailTaken: [422, "There is already an account for this email address."],
  malformedBody: [400, "The request body is malformed."],
  malformedRequest: [400, "The request is malformed."],
  notFound: [404, "Not found."],
  unpublished: [410, "This survey is not published anymore."],
  methodNotAllowed: [405, "This URL does not support this method."],
  wrongContentType: [415, "This endpoint does not accept this content type."],
  tooLarge: [413, "The request is too large."],
  headersTooLarge: [431, "The request headers are too large."],
  alreadyVoted: [409, "You have already voted on this survey, and a vote can't be changed."],
  voteChangedMeanwhile: [
    409,
    "You voted or changed your vote in another tab or on another device. Your current vote was not changed.",
  ],
  tooManyChanges: [409, "You have changed your vote 10 times, the maximum."],
  secretVoteCounted: [409, "You are on the list of people who voted. Your answer can't be looked up or changed."],
  noComments: [409, "There are no comments on a survey with secret votes, or by open link."],
  notVoted: [409, "Vote first: a comment belongs to your vote."],
  membersOnly: [409, "PRO lets you comment. You are not a member."],
  alreadyCommented: [409, "You have already commented. To change your comment, remove it and add a new one."],
  notInvited: [409, "This survey is for the people on its list."],
  invitationInvalid: [422, "This link or code is not valid. Check it for typos, or look for a newer one."],
  invitationEnded: [
    409,
    "Open the link of your invitation again. It was opened too long ago, or there is a newer one.",
  ],
  invitationUsed: [
    409,
    "This invitation has been used. Only the account or the browser that voted with it can see or change the vote.",
  ],
  invitationUnused: [409, "This invitation has not been used by someone else."],
  codesNotAllowed: [
    409,
    "Whoever makes codes could vote with them, so a confidential or secret survey takes none unless an admin allows it. Invite " +
      "people by email, or ask an admin.",
  ],
  cookieRequired: [
    409,
    "Your browser keeps no cookies for this site, so you could not see or change your vote later. Allow them, open the link of " +
      "your invitation again, then vote.",
  ],
  invitationElsewhere: [409, "This invitation is for another survey."],
  tooManyIssues: [409, "This invitation has already been replaced 10 times, the maximum."],
  openElectorate: [409, "Not only invited people can vote on this survey, so it has no list."],
  linkElectorate: [409, "On this survey each browser has one vote, and accounts have none. Vote on the survey's page."],
  notLinkElectorate: [409, "This survey takes no votes by open link."],
  cookiesRefused: [
    409,
    "Your browser keeps no cookies for this site, so your vote could not be told from others. Allow them, then vote again.",
  ],
  votersHidden: [
    409,
    "The votes come with people's addresses. You get them once an admin has accepted this survey, or while you are a surveyor.",
  ],
  roomEnded: [409, "This room began more than 12 hours ago, so it has ended."],
  alreadyInRoom: [409, "This question is already in the room."],
  noReminders: [409, "By open link nobody knows who has voted, so there are no reminders."],
  networkBusy: [429, "Too many votes from this network just now. Wait a moment, then vote again."],
  questionMoved: [409, "The question has changed since you opened it. Read it again, then vote."],
  listFixed: [409, "People have voted on this secret survey, so its list can't grow any more."],
  listFull: [409, "A list holds at most 100,000 people."],
  requestedListFull: [
    409,
    "Until an admin has accepted your question, its list holds at most 1,000 people. You can add the others then.",
  ],
  hasEnded: [409, "This survey has ended."],
  tooFewVotes: [
    409,
    "Fewer than 5 people have voted, so voting can't be closed early: no result would be shown, to protect how they voted.",
  ],
  notPublished: [409, "This survey is not open."],
  resultHidden: [409, "The result of this survey can't be exported before it is visible."],
  notInThisMode: [409, "No one can see who voted what on this survey, so its votes can't be exported."],
  noShortAddress: [409, "This survey is for the people on its list, so it has no short address."],
  notClosed: [409, "Voting has not ended yet."],
  tooManyOutcomes: [409, "The outcome of this survey has already been given 20 times, the maximum."],
  tooManyReminders: [409, "You have already sent two reminders, the maximum."],
  deadlinePassed: [409, "The deadline of this survey has passed. Set a later one, then publish it."],
  changedMeanwhile: [
    409,
    "The owner changed this survey after you opened it. Nothing was decided. Read the new version, then decide.",
  ],
  decidedMeanwhile: [409, "Another admin has already decided about this. Your decision was not saved."],
  reportedMeanwhile: [409, "The reports have changed. Close and reopen this list to read them."],
  notUnpublished: [409, "This survey can't be appealed: no admin unpublished it, or it is published again."],
  alreadyAppealed: [409, "You have already appealed against this decision. You can appeal once."],
  frozen: [
    409,
    "This can no longer change: how people vote is fixed once a survey has been published, and title, category, image, start " +
      "date and description once people have voted. Add a note instead.",
  ],
  notReviewed: [
    409,
    "People have voted on this survey, and no admin has reviewed it. Ask an admin to accept it; then you can list it.",
  ],
  sendsNoEmail: [
    409,
    "No admin has reviewed this survey, so no email is sent about it. Hand out its links or codes yourself, or ask an admin to " +
      "accept it.",
  ],
  tooManyUnlisted: [
    409,
    "You have 3 open surveys, the maximum for people who are not surveyors. Close or delete one of them first.",
  ],
  reportedEnough: [409, "Many people have reported this survey already. An admin will read their reports."],
  deadlineOnlyLater: [409, "People have voted, so the deadline can only be moved to a later day."],
  tooManyNotes: [409, "This survey already has 20 notes, the maximum."],
  tooManyDeadlines: [409, "The deadline of this survey has already been moved 20 times, the maximum."],
  hasVotes: [409, "People have voted on this survey, so it can't be deleted."],
  requestsOff: [409, "Only surveyors can ask questions here. An admin decides who becomes one."],
  alreadyRequested: [409, "You have already sent a question for review. Change that one, or delete it first."],
  addressUnconfirmed: [409, "Confirm your email address first. Then submit your question again."],
  alreadyReported: [409, "You have already reported this survey."],
  lastAdmin: [409, "The last admin can't be demoted, blocked or deleted."],
  ownRole: [409, "You can't change your own role."],
  tooManyApiKeys: [409, "You have 20 API keys, the maximum. Revoke one that you don't need."],
  tooManyWebhooks: [409, "You have 5 webhooks, the maximum. Delete one that you don't need."],
  webhookOff: [409, "This webhook is turned off. Turn it on first."],
  imageQuota: [409, "You have reached the limit of 200 pictures per account."],
  imageBytesQuota: [409, "This picture would take you over the limit of 100 MB per account."],
  imageInUse: [409, "Your profile or a survey uses this picture. Choose another one there first."],
  alreadyMember: [409, "You're already a PRO member. You can renew in the last two weeks of your membership."],
  paymentUnderWay: [409, "One of your payments is still being processed. Wait a moment, then check your payments."],
  notPaid: [402, "This payment has not gone through."],
  unknownPayment: [409, "The payment provider has no record of this payment, so it can't be refunded here."],
  emailOff: [404, "Email is not set up here."],
  paymentsOff: [404, "Card payments are not set up here."],
  providerDown: [503, "The payment provider can't be reached. Nothing was charged. Try again in a moment."],
  alreadySo: [409, "Nothing to change: this is already done."],
  tooManyFailures: [429, "Too many wrong passwords. Wait 15 minutes, or reset your password by email."],
  tooFast: [429, "Too many requests. Wait a moment and try again."],
  busy: [503, "The service is busy. Try again in a moment."],
  votesAway: [503, "The server that keeps these votes can't be reached right now. Try again in a moment."],
  unexpected: [500, "Something went wrong on our side."],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type ErrorCode = keyof typeof apiErrors;

/** An error in one field of a request. `field` is a dotted path: `Title`, `query.limit`. */
export interface FieldError {
  field: string;
  message: string;
}

/** The body of every error response, `application/problem+json` (RFC 9457). */
export interface ProblemDetails {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  requestId: string;
  errors?: FieldError[];
  /** The user's vote that a request didn't replace. */
  currentVote?: CurrentVote;
}

/** A vote's answer (1 yes, 0 no, 2 not sure), and what a change names it by: its receipt, or its turn if that is null. */
export interface CurrentVote {
  vote: 0 | 1 | 2;
  turn: number;
  receipt: string | null;
}
