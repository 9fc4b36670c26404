import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { modifiedResponse, paginationQuery, wholeBetween } from "../http/pagination.ts";
import { unsentReason } from "../ops/emailTrail.ts";
import { voterFields } from "../surveys/surveyFields.ts";
import { surveyTotals } from "../surveys/surveys.ts";
import { CODES_MAX, INVITATIONS_MAX, REQUESTED_INVITATIONS_MAX } from "../text/limits.ts";
import { id, newEmail, requiredText, search, writtenEmail } from "../text/text.ts";
import { trimUnseen } from "../text/unseenCharacters.ts";
import { castVote, vote } from "../votes/votes.ts";
import { rawRow } from "./invitationRow.ts";

/**
 * The most rows in one request: few enough that votes don't wait for its transaction. Longer lists take several
 * requests.
 */
export const INVITATION_ROWS_MAX = 500;
/**
 * The bytes of a row with the longest address and label, up to three for each of their characters, with the JSON around
 * them, and room for a group.
 */
const ROW_BYTES = 840;
/** Characters of a link's token, and of a code of version 1.0: 128 bits, five in each. */
export const LINK_LENGTH = 26;
/** Characters of a code, which people type: 60 bits. */
export const CODE_LENGTH = 12;
/** The lifetime of an opened invitation's token, in hours. */
export const INVITATION_HOURS = 12;

/**
 * How long a repeated request returns the codes that it made, in minutes: for retries after a lost response, not for
 * reading the codes again.
 */
export const CODES_REPEATED_MINUTES = 60;

/** A new code, for print. It is shown once: only its hash is stored. */
const issuedCode = z.object({ invitationId: z.string(), label: z.string(), code: z.string() });
export type IssuedCode = z.infer<typeof issuedCode>;

/** Why a list can't be changed. */
const whyNotChanged = ["openElectorate", "listOfMeeting", "meetingEnded", "hasEnded"] as const;

/** Why people can't be added to a list. */
const whyNotAdded = [
  ...whyNotChanged,
  "codesNotAllowed",
  "listFixed",
  "passRuleFixed",
  "listFull",
  "requestedListFull",
] as const;

export const addInvitations = endpoint({
  method: "POST",
  path: "/surveys/:id/invitations",
  summary:
    "Add people to the list of a survey of the current user, who is a surveyor or requests to become one with this survey: up to " +
    `${INVITATION_ROWS_MAX} rows at a time, ${INVITATIONS_MAX} in all, and ${REQUESTED_INVITATIONS_MAX} before the request is ` +
    "accepted. With `dryRun` nothing is stored, and the response " +
    "says what would be. Rows with a problem are left out. Invitations without an address get codes, which are shown once; where an " +
    "admin must allow codes first, they are refused, or with `waiting` wait until then (`GET /surveys/{id}/invitations/waiting`). " +
    "Repeating a request with the same `ticket`, after a lost response, adds each person once and returns the same codes for " +
    `${CODES_REPEATED_MINUTES} minutes`,
  access: "signedIn",
  keyScope: "manage",
  params: z.object({ id }),
  body: z.object({
    rows: z
      .array(rawRow, "rows must be a list")
      .check(
        z.refine(
          ({ length }) => length >= 1 && length <= INVITATION_ROWS_MAX,
          `rows must be 1 to ${INVITATION_ROWS_MAX} rows`,
        ),
      ),
    dryRun: z._default(z.boolean("dryRun must be true or false"), false),
    /**
     * With `dryRun`: the number of people in the whole import, of which these rows are a part. The list must have room
     * for all of them.
     */
    total: z._default(z.number("total must be a number").check(...wholeBetween("total", 0, INVITATIONS_MAX)), 0),
    /** Whether people without an address wait where codes are not allowed, and admins are asked to allow them. */
    waiting: z._default(z.boolean("waiting must be true or false"), false),
    /**
     * Identifies the request, so that repeating it after a lost response adds each person once. New for each request.
     */
    ticket: castVote.body.shape.ticket,
  }),
  bodyMax: INVITATION_ROWS_MAX * ROW_BYTES,
  response: z.object({
    /** The number of rows that were (with `dryRun`: would be) added as people who can vote. */
    added: z.number(),
    /** The number of rows that were (with `dryRun`: would be) added as people who wait for an admin to allow codes. */
    waiting: z.number(),
    /** The rows that were left out, in their order; `row` counts from 0. */
    problems: z.array(
      z.object({
        row: z.number(),
        /** `duplicate`: the address is in an earlier row; `onList`: it is on the list already; `counted`: its
         * holder was on the list, and then deleted the account. */
        kind: z.enum(["invalid", "duplicate", "onList", "counted"]),
        message: z.string(),
        /** Names the message, as in `FieldError`. */
        code: z.optional(z.string()),
      }),
    ),
    /**
     * With `dryRun`: the rows without an address whose label is already that of another person without an address, on
     * the list or waiting. They may be the same person, but are added anyway. Rows are counted from 0.
     */
    sameLabel: z.array(z.number()),
    codes: z.array(issuedCode),
  }),
  errors: whyNotAdded,
  rateLimit: { max: 1200, seconds: 3600 },
});

export const createCodes = endpoint({
  method: "POST",
  path: "/surveys/:id/invitations/codes",
  summary:
    "Add invitations without addresses to the list of a survey of the current user, and return their codes for print. They " +
    "are shown once; repeating a request with the same `ticket` returns them again, as `POST /surveys/:id/invitations` does. " +
    "Labels are numbered: `Code 1`, `Code 2` …",
  access: "signedIn",
  keyScope: "manage",
  params: z.object({ id }),
  body: z.object({
    count: z.number("count must be a number").check(...wholeBetween("count", 1, CODES_MAX)),
    ticket: castVote.body.shape.ticket,
  }),
  response: z.array(issuedCode),
  errors: [...whyNotAdded, "alreadySo"],
  rateLimit: { max: 120, seconds: 3600 },
});

export const replaceCodes = endpoint({
  method: "POST",
  path: "/surveys/:id/invitations/codes/replace",
  summary:
    "Replace codes of a survey of the current user: those that open nothing any more, because the server's secret has changed " +
    `(\`isEndedCode\`), or with \`all\` every code, used and unused alike. Up to ${INVITATION_ROWS_MAX} at a time, and \`left\` says how ` +
    "many remain. The new codes are shown once; repeating a request with the same `ticket` returns them again for an hour. Codes that are " +
    "replaced once the list is in use are a public number, `replaced`. With `dryRun` nothing changes, and the response says what that " +
    "number would be once all are replaced. On a survey with a pass rule, `all` is refused after the first vote. The audit log records it",
  access: "signedIn",
  keyScope: "manage",
  params: z.object({ id }),
  body: z.object({
    ticket: castVote.body.shape.ticket,
    all: z._default(z.boolean("all must be true or false"), false),
    /** With `all`: the invitation of the last code that was replaced before; those after it follow. */
    after: z.nullish(id),
    dryRun: z._default(z.boolean("dryRun must be true or false"), false),
  }),
  response: z.object({ codes: z.array(issuedCode), left: z.number(), replaced: z.number() }),
  errors: [...whyNotChanged, "replacementWaits", "passRuleFixed", "tooManyIssues"],
  rateLimit: { max: 600, seconds: 3600 },
});

export const allowCodes = endpoint({
  method: "POST",
  path: "/surveys/:id/invitations/codes/allow",
  summary:
    "Allow the owner of a survey with confidential or secret votes to make codes. Without it there are none, because whoever " +
    "makes a code could vote with it. `modifiedCount` is 0 if they were allowed already",
  access: "admin",
  params: z.object({ id }),
  response: modifiedResponse,
  errors: ["openElectorate", "listOfMeeting"],
});

/**
 * The state of an invitation: on the list; waiting to be sent; handed to the mail server; not accepted by it for days;
 * not sent, because the address has opted out of invitations; struck from the list.
 */
export const invitationState = z.enum(
  ["listed", "queued", "sent", "failed", "refused", "struck"],
  "state must be listed, queued, sent, failed, refused or struck",
);
export type InvitationState = z.infer<typeof invitationState>;

export const invitation = z.object({
  _id: z.string(),
  /** Empty if the row had none. */
  label: z.string(),
  /** Null for codes and deleted addresses. */
  email: z.nullable(writtenEmail),
  /** Whether the account with the address was deleted, so that the link can't be replaced. */
  isDeleted: z.boolean(),
  state: invitationState,
  /**
   * Why the last email with its link was not sent; null if that is unknown, or if the state has changed since. It
   * doesn't reveal who voted, because links go to everyone on the list.
   */
  unsentReason: z.nullable(unsentReason),
  /** For a failed invitation: whether the mail server says that the address doesn't exist. Then it can be corrected. */
  isUnknownAddress: z.boolean(),
  /** Whether it is a code that no longer works, because the server's secret has changed (`replaceCodes`). */
  isEndedCode: z.boolean(),
  createdAt: z.string(),
  /** Whether the person voted; null while the result is hidden. */
  voted: z.nullable(z.boolean()),
});
export type Invitation = z.infer<typeof invitation>;

export const listInvitations = endpoint({
  method: "GET",
  path: "/surveys/:id/invitations",
  summary: "The list of a survey of the current user, in the order in which people were added",
  access: "signedIn",
  keyScope: "read",
  params: z.object({ id }),
  query: z.object({
    state: z.optional(invitationState),
    /** Only codes that no longer work (`isEndedCode`). */
    codes: z.optional(z.enum(["ended"], "codes must be ended")),
    /** A part of the label or the address. */
    q: z._default(search, ""),
    ...paginationQuery,
  }),
  response: z.array(invitation),
  paginated: true,
  errors: ["listOfMeeting"],
  rateLimit: { max: 240, seconds: 60 },
});

export const sendInvitations = endpoint({
  method: "POST",
  path: "/surveys/:id/invitations/send",
  summary:
    "Send a link to each person on the list of a published survey of the current user who has an address and got none; " +
    "`modifiedCount` is their number. Admins can send those of an owner who was blocked, is no surveyor any more, or has left",
  access: "asker",
  keyScope: "manage",
  identityFields: { email: "ownOrAdmin" },
  params: z.object({ id }),
  response: modifiedResponse,
  errors: [...whyNotChanged, "meetingNotAccepted", "notPublished", "sendsNoEmail"],
  rateLimit: { max: 60, seconds: 3600 },
});

const oneInvitation = z.object({ id, invitation: id });

export const reissueInvitation = endpoint({
  method: "POST",
  path: "/surveys/:id/invitations/:invitation/reissue",
  summary:
    "Replace the link or code of an invitation, which ends the former one and what was opened with it. A link is sent to its " +
    "address, a code is returned once. With `email`, an address that doesn't exist (`isUnknownAddress`) is corrected before. " +
    "The audit log records it. On a survey with a pass rule its owners replace no codes after the first vote; an admin can",
  access: "asker",
  keyScope: "manage",
  params: oneInvitation,
  body: z.optional(z.object({ email: z.nullish(newEmail) })),
  response: z.object({ code: z.nullable(z.string()) }),
  errors: [
    ...whyNotChanged,
    "replacementWaits",
    "alreadySo",
    "tooManyIssues",
    "addressAccepted",
    "onListAlready",
    "listFixed",
    "passRuleFixed",
  ],
  rateLimit: { max: 240, seconds: 3600 },
});

export const removeInvitation = endpoint({
  method: "DELETE",
  path: "/surveys/:id/invitations/:invitation",
  summary:
    "Before the first publication: remove an invitation. After it: strike it from the list. A vote that the person has cast " +
    "still counts, and the response doesn't tell whether there is one. `modifiedCount` is 0 if it was struck already. After the " +
    "first vote on a survey with a pass rule, nobody is removed",
  access: "signedIn",
  keyScope: "manage",
  params: oneInvitation,
  response: modifiedResponse,
  errors: ["listOfMeeting", "meetingEnded", "hasEnded", "passRuleFixed"],
  rateLimit: { max: 600, seconds: 3600 },
});

/** The name under which a person votes: the label of the invitation, or the masked address. */
export const votesAs = z.string();

/** The token of a link, or a code. */
const invitationToken = requiredText("token").check(
  z.overwrite(trimUnseen),
  z.minLength(1, "token is required"),
  z.maxLength(200, "token must be at most 200 characters"),
);

/**
 * Whether someone else has used the invitation; null while the result is hidden, because the maker of a link or code
 * could then watch who votes.
 */
const isUsed = z.nullable(z.boolean());

/** The token of a link, or a code as it was typed. */
const typedToken = z.object({
  token: invitationToken,
  /** The meeting on whose page it was typed. While its people are in the hall, wrong codes count for the meeting. */
  meeting: z.nullish(id),
});

/** The survey or the meeting of an invitation; the other one is null. */
const openedFor = { surveyId: z.nullable(z.string()), meetingId: z.nullable(z.string()) };

/**
 * The most invitations that one network can open in a minute, not counting those of a meeting whose people are in the
 * hall.
 */
export const OPENINGS_MAX = 300;

export const openInvitation = endpoint({
  method: "POST",
  path: "/invitation",
  summary:
    "Open an invitation with the token of its link, or its code. It can be opened as often as needed. The `token` in the " +
    `response lives ${INVITATION_HOURS} hours and is a bearer token for the endpoints of this survey, or of this meeting and its ` +
    "questions, that accept invitations. " +
    "The response also sets a cookie. The vote can be seen and changed only with the cookie that it was cast with. One that was " +
    "replaced, or whose person was removed, gets an error with `endedInvitation`, the same whether it was used or not",
  access: "anyone",
  body: typedToken,
  response: z.object({ ...openedFor, token: z.string(), expiresAt: z.string(), votesAs }),
  errors: ["invitationInvalid", "codeUncheckable", "invitationReplaced", "invitationStruck", "notPublished"],
  // Many people behind one address open their links at the same time: a whole hall opens those of its meeting, and
  // others open up to `OPENINGS_MAX`. Wrong codes have a separate limit.
  rateLimit: { max: 3000, seconds: 60 },
  readsCookie: true,
});

export const getInvitation = endpoint({
  method: "GET",
  path: "/surveys/:id/invitation",
  summary:
    "What the holder of an opened invitation may see: the name under which they vote, who answers questions, whether " +
    "the invitation was used in another browser or by an account (null until the close where the result is hidden), " +
    "their vote (null before voting, and if it is secret), and the " +
    "totals of the survey",
  access: "invited",
  params: z.object({ id }),
  response: z.object({ votesAs, ...voterFields, isUsed, vote: z.nullable(vote), results: surveyTotals }),
  readsCookie: true,
});

export const castInvitedVote = endpoint({
  method: "POST",
  path: "/surveys/:id/invitation/vote",
  summary:
    "Vote with an opened invitation, without an account, or change that vote. It works like `POST /serveyVoting`, but takes no " +
    "comment and no report. It requires the cookie of `POST /invitation`. After a vote, every request with another cookie gets " +
    "the same error whatever its answer: whoever made the link or code must not learn the vote",
  access: "invited",
  params: z.object({ id }),
  body: z.object({
    vote: castVote.body.shape.vote,
    replaces: castVote.body.shape.replaces,
    ticket: castVote.body.shape.ticket,
    question: castVote.body.shape.question,
  }),
  response: z.object({ insertedId: z.string(), receipt: castVote.response.shape.receipt }),
  errors: [
    "questionMoved",
    "alreadyVoted",
    "voteChangedMeanwhile",
    "tooManyChanges",
    "invitationUsed",
    "cookieRequired",
    "hasEnded",
    "notInvited",
  ],
  rateLimit: { max: 60, seconds: 60 },
  readsCookie: true,
});

export const objectToVote = endpoint({
  method: "POST",
  path: "/surveys/:id/invitation/objection",
  summary:
    "Say that someone else used the invitation: the one that was opened, or the one with the confirmed address of the current user. The " +
    "admins and the label of the result tell how many people did, not who, and count only invitations that someone else had used by " +
    "then; where the result is hidden they tell it at the close, and the response is the same for unused ones. No vote changes. " +
    "`modifiedCount` is 0 if it was said before",
  access: "anyone",
  readsInvitation: true,
  params: z.object({ id }),
  response: modifiedResponse,
  errors: ["invitationEnded", "notInvited", "invitationUnused"],
  rateLimit: { max: 600, seconds: 3600 },
});

export const objectToEnd = endpoint({
  method: "POST",
  path: "/invitation/objection",
  summary:
    "Say that someone else used an invitation whose link or code can't be opened: it was replaced, or its person was removed from the " +
    "list. It works like `POST /surveys/{id}/invitation/objection`. An objection with a former code counts if a later one is used",
  access: "anyone",
  body: typedToken,
  response: modifiedResponse,
  errors: ["invitationInvalid", "notPublished", "invitationUnused"],
  rateLimit: { max: 600, seconds: 3600 },
  readsCookie: true,
});

export const getMyInvitation = endpoint({
  method: "GET",
  path: "/surveys/:id/invitations/mine",
  summary:
    "The name under which the current user votes on a survey for invited people, and who answers questions; null if " +
    "their confirmed address is not on its list. Such users vote with `POST /serveyVoting`, unless the invitation was " +
    "used without this account",
  access: "signedIn",
  keyScope: "read",
  params: z.object({ id }),
  response: z.nullable(z.object({ votesAs, ...voterFields, isUsed })),
  errors: ["openElectorate"],
});
