/**
 * The closed list of error codes, each with its status and sentence.
 *
 * The web client signs out on any 401 or 403 (spec §6), so these two statuses mean only "you are not signed in" and
 * "this user may never do this". Errors that honest users can run into have other statuses.
 */
export const apiErrors = {
  signInRequired: [401, "Please sign in: there is no valid session."],
  sessionEnded: [401, "Your session has ended. Please sign in again."],
  notYou: [403, "This names somebody else than the person signed in."],
  roleRequired: [403, "Your role may not do this."],
  signInAgain: [409, "You signed in too long ago for this. Please sign in again to confirm that it's you."],
  originRefused: [403, "This request came from another site."],
  badInput: [422, "Some fields need your attention."],
  wrongCredentials: [
    422,
    "your email and password should match with the registered email and password If it doesnt match.",
  ],
  wrongPassword: [422, "That is not your password."],
  accountBlocked: [422, "This account is blocked. An admin can unblock it."],
  noPassword: [409, "This account has no password yet: ask for a link to set one."],
  ownerRequired: [409, "Sign in to the account in this browser, or enter its password, to use this link."],
  linkSpent: [422, "This link was used already, or is too old. Ask for a new one."],
  providerOff: [404, "Signing in this way is not set up here."],
  ownAccount: [409, "An admin can't block itself."],
  emailTaken: [422, "There is already an account for this email address."],
  malformedBody: [400, "The body could not be read."],
  malformedRequest: [400, "The request could not be read."],
  notFound: [404, "There is nothing here."],
  methodNotAllowed: [405, "This address does not take that method."],
  wrongContentType: [415, "This call does not take that content type."],
  tooLarge: [413, "That is larger than what is accepted here."],
  headersTooLarge: [431, "The headers of the request are too large."],
  alreadyVoted: [409, "You have already voted on this survey, and a vote can't be changed."],
  hasEnded: [409, "This survey has ended."],
  changedMeanwhile: [
    409,
    "The owner changed this survey after you opened it. It was not published. Read the new version, then publish it.",
  ],
  reportedMeanwhile: [409, "There is a new report. Close this list, open it again, and read what is new."],
  frozen: [
    409,
    "People have voted: title, category, image, start date and description can't change any more. Add a note instead.",
  ],
  deadlineOnlyLater: [409, "People have voted: the deadline can only be moved to a later day."],
  tooManyNotes: [409, "This survey has 20 notes already: it can have no more."],
  alreadyReported: [409, "You have already reported this survey."],
  lastAdmin: [409, "The last admin can't be demoted, blocked or deleted."],
  ownRole: [409, "An admin can't change its own role."],
  imageQuota: [409, "You have stored 200 pictures: an account can hold no more."],
  imageBytesQuota: [409, "With this picture yours would take more than 100 MB: an account can hold no more."],
  imageInUse: [409, "This picture is shown by your profile or a survey. Choose another one there first."],
  alreadyMember: [409, "You are a pro member already. Your membership can be renewed in its last two weeks."],
  paymentUnderWay: [409, "A payment of yours is under way. Please wait a moment and look at your payments."],
  notPaid: [402, "This payment has not gone through."],
  unknownPayment: [409, "The payment provider does not know this payment, so it can't be given back here."],
  paymentsOff: [404, "Paying by card is not set up here."],
  providerDown: [503, "The payment provider can't be reached. Nothing was charged. Please try again in a moment."],
  alreadySo: [409, "This is already the case."],
  tooManyFailures: [429, "Too many wrong passwords. Please wait a quarter of an hour, or set a new one by mail."],
  tooFast: [429, "That was too fast. Please wait a moment and try again."],
  busy: [503, "The service is busy. Please try again in a moment."],
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
}
