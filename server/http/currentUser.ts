import type { KeyScope } from "@survey-app/contract/http/endpoint.ts";
import type { Role, StoredRole } from "@survey-app/contract/users/users.ts";

/** The user who sends a request, as stored in the database at most one second ago. */
export interface CurrentUser {
  userId: string;
  /** The id of the session, or of the API key. */
  sessionId: string;
  /** When the user signed in, which created the session; milliseconds since 1970. 0 with an API key, so never recently. */
  signedInAt: number;
  /** Of a guest, the address that is made of the id: no email reaches it. */
  email: string;
  /** A guest has no address and no rights but those on their own shows of hands (`takesGuests` of an endpoint). */
  isGuest: boolean;
  name: string;
  photoURL: string | null;
  /** The role in the database; but `user` for an admin in a session without the required second factor. */
  storedRole: StoredRole;
  role: Role;
  /** Whether a membership is active now. */
  isMember: boolean;
  /** The API key that the request was sent with; null for a session. */
  apiKey: { id: string; scopes: readonly KeyScope[] } | null;
  /** Whether the user is an admin, but not in this session, because it has no second factor. */
  lacksSecondFactor: boolean;
}

/**
 * An opened invitation to one survey, or to a meeting. Its token proves only that its holder knows the link or code, which the owner may,
 * too.
 */
export interface OpenedInvitation {
  invitationId: string;
  /** Of the survey or meeting whose list has it. */
  listId: string;
  /** Whether that is a meeting, so that its token is for all its questions. */
  isOfMeeting: boolean;
  /** The issue of the link or code when it was opened. A later issue ends the token. */
  issue: number;
  /** When the link or code was opened, in milliseconds since 1970: tokens of meetings are renewed for some days only. */
  openedAt: number;
}

/**
 * The sender of a request with the token of an opened invitation: without an account, for one survey, or for one meeting with its
 * questions.
 */
export interface InvitedVoter extends OpenedInvitation {
  /** The survey that the request is about, or its meeting. Its list decides whether it has the invitation. */
  surveyId: string;
  /** The hash of the ballot cookie (invitations/ballotCookies.ts), which tells the browser that voted from others; null without one. */
  ballotHash: string | null;
}

/** The sender of a request with the cookie of a survey by open link: a browser, never an account. */
export interface LinkVoter {
  surveyId: string;
  /** The keyed hash of the cookie, which the votes have as their voter. */
  linkVoterId: string;
}

/** The reader of a response that depends on their own vote: a user, a person with an opened invitation, or a browser. */
export type Reader = CurrentUser | InvitedVoter | LinkVoter;

/**
 * Who did something, for the audit log: an admin by a request, a command on the server, the server at its start, or a
 * setting that decides without an admin.
 */
export type Actor = AdminActor | "commandLine" | "start" | "setting";

export interface AdminActor {
  adminId: string;
  requestId: string;
}

/** A survey's owner, for actions that could give one person several votes. The audit log contains these too. */
export interface OwnerActor {
  ownerId: string;
  requestId: string;
}

/** Returns the actor of an admin's request. */
export function actorOf(currentUser: CurrentUser, request: { id: string }): AdminActor {
  return { adminId: currentUser.userId, requestId: request.id };
}
