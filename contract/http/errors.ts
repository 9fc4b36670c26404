import * as errorTexts from "@survey-app/texts/errorTexts.ts";

/**
 * The closed list of error codes, each with its status and sentence.
 *
 * The web client signs out on any 401 or 403 (specification §7.5), so these two statuses mean only "you are not signed
 * in" and "this user may never do this". Errors that honest users can run into have other statuses.
 */
export const apiErrors = {
  signInRequired: [401, errorTexts.signInRequired],
  sessionEnded: [401, errorTexts.sessionEnded],
  notYou: [403, errorTexts.notYou],
  roleRequired: [403, errorTexts.roleRequired],
  scopeRequired: [403, errorTexts.scopeRequired],
  signInAgain: [409, errorTexts.signInAgain],
  originRefused: [403, errorTexts.originRefused],
  badInput: [422, errorTexts.badInput],
  wrongCredentials: [422, errorTexts.wrongCredentials],
  wrongPassword: [422, errorTexts.wrongPassword],
  accountBlocked: [422, errorTexts.accountBlocked],
  noPassword: [409, errorTexts.noPassword],
  ownerRequired: [409, errorTexts.ownerRequired],
  linkSpent: [422, errorTexts.linkSpent],
  providerOff: [404, errorTexts.providerOff],
  providerAway: [503, errorTexts.providerAway],
  passkeyRefused: [422, errorTexts.passkeyRefused],
  tooManyPasskeys: [409, errorTexts.tooManyPasskeys],
  confirmFirst: [409, errorTexts.confirmFirst],
  codeRequired: [409, errorTexts.codeRequired],
  wrongCode: [422, errorTexts.wrongCode],
  tooManyCodes: [429, errorTexts.tooManyCodes],
  tookTooLong: [409, errorTexts.tookTooLong],
  ownAccount: [409, errorTexts.ownAccount],
  emailTaken: [422, errorTexts.emailTaken],
  registrationClosed: [409, errorTexts.registrationClosed],
  signUpLinkNeeded: [409, errorTexts.signUpLinkNeeded],
  tooManyInvited: [409, errorTexts.tooManyInvited],
  addressNotAllowed: [409, errorTexts.addressNotAllowed],
  malformedBody: [400, errorTexts.malformedBody],
  malformedRequest: [400, errorTexts.malformedRequest],
  notFound: [404, errorTexts.notFound],
  unpublished: [410, errorTexts.unpublished],
  methodNotAllowed: [405, errorTexts.methodNotAllowed],
  wrongContentType: [415, errorTexts.wrongContentType],
  tooLarge: [413, errorTexts.tooLarge],
  headersTooLarge: [431, errorTexts.headersTooLarge],
  alreadyVoted: [409, errorTexts.alreadyVoted],
  confirmToVote: [409, errorTexts.confirmToVote],
  formerAccount: [409, errorTexts.formerAccount],
  voteChangedMeanwhile: [409, errorTexts.voteChangedMeanwhile],
  tooManyChanges: [409, errorTexts.tooManyChanges],
  secretVoteCounted: [409, errorTexts.secretVoteCounted],
  noComments: [409, errorTexts.noComments],
  notVoted: [409, errorTexts.notVoted],
  membersOnly: [409, errorTexts.membersOnly],
  alreadyCommented: [409, errorTexts.alreadyCommented],
  notInvited: [409, errorTexts.notInvited],
  invitationInvalid: [422, errorTexts.invitationInvalid],
  codeUncheckable: [422, errorTexts.codeUncheckable],
  invitationEnded: [409, errorTexts.invitationEnded],
  invitationUsed: [409, errorTexts.invitationUsed],
  invitationUnused: [409, errorTexts.invitationUnused],
  invitationReplaced: [409, errorTexts.invitationReplaced],
  invitationStruck: [409, errorTexts.invitationStruck],
  codesNotAllowed: [409, errorTexts.codesNotAllowed],
  cookieRequired: [409, errorTexts.cookieRequired],
  invitationElsewhere: [409, errorTexts.invitationElsewhere],
  tooManyIssues: [409, errorTexts.tooManyIssues],
  openElectorate: [409, errorTexts.openElectorate],
  linkElectorate: [409, errorTexts.linkElectorate],
  notLinkElectorate: [409, errorTexts.notLinkElectorate],
  cookiesRefused: [409, errorTexts.cookiesRefused],
  voteForgotten: [409, errorTexts.voteForgotten],
  votersHidden: [409, errorTexts.votersHidden],
  roomEnded: [409, errorTexts.roomEnded],
  alreadyInRoom: [409, errorTexts.alreadyInRoom],
  roomFull: [409, errorTexts.roomFull],
  roomMovedMeanwhile: [409, errorTexts.roomMovedMeanwhile],
  roomQuestionsChanged: [409, errorTexts.roomQuestionsChanged],
  reviewedFirst: [409, errorTexts.reviewedFirst],
  roomOwnerStopped: [409, errorTexts.roomOwnerStopped],
  noReminders: [409, errorTexts.noReminders],
  networkBusy: [429, errorTexts.networkBusy],
  questionMoved: [409, errorTexts.questionMoved],
  listFixed: [409, errorTexts.listFixed],
  passRuleFixed: [409, errorTexts.passRuleFixed],
  listFull: [409, errorTexts.listFull],
  requestedListFull: [409, errorTexts.requestedListFull],
  hasEnded: [409, errorTexts.hasEnded],
  noVotesYet: [409, errorTexts.noVotesYet],
  tooFewVotes: [409, errorTexts.tooFewVotes],
  notPublished: [409, errorTexts.notPublished],
  resultHidden: [409, errorTexts.resultHidden],
  notInThisMode: [409, errorTexts.notInThisMode],
  noShortAddress: [409, errorTexts.noShortAddress],
  notClosed: [409, errorTexts.notClosed],
  tooManyOutcomes: [409, errorTexts.tooManyOutcomes],
  tooManyReminders: [409, errorTexts.tooManyReminders],
  deadlinePassed: [409, errorTexts.deadlinePassed],
  changedMeanwhile: [409, errorTexts.changedMeanwhile],
  decidedMeanwhile: [409, errorTexts.decidedMeanwhile],
  reportedMeanwhile: [409, errorTexts.reportedMeanwhile],
  clockMoved: [409, errorTexts.clockMoved],
  notUnpublished: [409, errorTexts.notUnpublished],
  alreadyAppealed: [409, errorTexts.alreadyAppealed],
  frozen: [409, errorTexts.frozen],
  notReviewed: [409, errorTexts.notReviewed],
  sendsNoEmail: [409, errorTexts.sendsNoEmail],
  guestAccount: [409, errorTexts.guestAccount],
  tooManyGuests: [409, errorTexts.tooManyGuests],
  tooManyUnlisted: [409, errorTexts.tooManyUnlisted],
  reportedEnough: [409, errorTexts.reportedEnough],
  deadlineOnlyLater: [409, errorTexts.deadlineOnlyLater],
  tooManyNotes: [409, errorTexts.tooManyNotes],
  tooManyDeadlines: [409, errorTexts.tooManyDeadlines],
  hasVotes: [409, errorTexts.hasVotes],
  requestsOff: [409, errorTexts.requestsOff],
  alreadyRequested: [409, errorTexts.alreadyRequested],
  addressUnconfirmed: [409, errorTexts.addressUnconfirmed],
  alreadyReported: [409, errorTexts.alreadyReported],
  lastAdmin: [409, errorTexts.lastAdmin],
  ownRole: [409, errorTexts.ownRole],
  tooManyApiKeys: [409, errorTexts.tooManyApiKeys],
  tooManyWebhooks: [409, errorTexts.tooManyWebhooks],
  webhookOff: [409, errorTexts.webhookOff],
  imageQuota: [409, errorTexts.imageQuota],
  imageBytesQuota: [409, errorTexts.imageBytesQuota],
  imageInUse: [409, errorTexts.imageInUse],
  alreadyMember: [409, errorTexts.alreadyMember],
  paymentUnderWay: [409, errorTexts.paymentUnderWay],
  notPaid: [402, errorTexts.notPaid],
  unknownPayment: [409, errorTexts.unknownPayment],
  emailOff: [404, errorTexts.emailOff],
  paymentsOff: [404, errorTexts.paymentsOff],
  providerDown: [503, errorTexts.providerDown],
  alreadySo: [409, errorTexts.alreadySo],
  alreadyOwner: [409, errorTexts.alreadyOwner],
  tooManyOwners: [409, errorTexts.tooManyOwners],
  tooManyShared: [409, errorTexts.tooManyShared],
  tooManyLists: [409, errorTexts.tooManyLists],
  voterListFull: [409, errorTexts.voterListFull],
  onListAlready: [409, errorTexts.onListAlready],
  addressAccepted: [409, errorTexts.addressAccepted],
  meetingsOff: [422, errorTexts.meetingsOff],
  tooManyMeetings: [409, errorTexts.tooManyMeetings],
  meetingChanged: [409, errorTexts.meetingChanged],
  meetingBegun: [409, errorTexts.meetingBegun],
  meetingNamed: [409, errorTexts.meetingNamed],
  meetingEnded: [409, errorTexts.meetingEnded],
  meetingNotAccepted: [409, errorTexts.meetingNotAccepted],
  questionOpen: [409, errorTexts.questionOpen],
  replacementWaits: [409, errorTexts.replacementWaits],
  nobodyInvited: [409, errorTexts.nobodyInvited],
  tooFewPeople: [409, errorTexts.tooFewPeople],
  tooManyQuestions: [409, errorTexts.tooManyQuestions],
  votesStored: [409, errorTexts.votesStored],
  listOfMeeting: [409, errorTexts.listOfMeeting],
  questionOfMeeting: [409, errorTexts.questionOfMeeting],
  tooManyFailures: [429, errorTexts.tooManyFailures],
  tooFast: [429, errorTexts.tooFast],
  busy: [503, errorTexts.busy],
  notWritable: [503, errorTexts.notWritable],
  votesAway: [503, errorTexts.votesAway],
  unexpected: [500, errorTexts.unexpected],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type ErrorCode = keyof typeof apiErrors;

/**
 * An error in one field of a request. `field` is a dotted path: `Title`, `query.limit`. `code` names the message in
 * `formErrors` of `texts/en/site.json`: `title.required`; messages that no screen shows don't have a code.
 */
export interface FieldError {
  field: string;
  message: string;
  code?: string;
}

/** The body of every error response, `application/problem+json` (RFC 9457). */
export interface ProblemDetails {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  requestId: string;
  /** Only for `tooFast`: after how many minutes the request can be repeated. */
  minutes?: number;
  errors?: FieldError[];
  /** The user's vote that a request didn't replace. */
  currentVote?: CurrentVote;
  /** Only for `invitationReplaced` and `invitationStruck`. */
  endedInvitation?: EndedInvitation;
}

/** A link or code that was replaced, or whose person was removed from the list. */
export interface EndedInvitation {
  /** The survey, or the meeting; the other one is null. */
  surveyId: string | null;
  meetingId: string | null;
  /** When it ended, as an ISO instant; null if version 1.0 ended it. */
  endedAt: string | null;
}

/**
 * A vote's answer (1 yes, 0 no, 2 not sure), and the reference by which a change names it: its receipt, or its turn if
 * that is null.
 */
export interface CurrentVote {
  vote: 0 | 1 | 2;
  turn: number;
  receipt: string | null;
}
