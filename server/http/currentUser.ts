import type { KeyScope } from "@survey-app/contract/http/endpoint.ts";
import type { Role, StoredRole } from "@survey-app/contract/users/users.ts";

/** The user who sends a request, as the database stored them at most one second ago. */
export interface CurrentUser {
  userId: string;
  /** The id of the session, or of the API key. */
  sessionId: string;
  /**
   * When the user signed in, which created the session; milliseconds since 1970. 0 with an API key, so never recently.
   */
  signedInAt: number;
  /** For a guest, an address made from the id, to which emails can't be sent. */
  email: string;
  /**
   * A guest doesn't have an address, and only has rights on their own shows of hands (`takesGuests` of an endpoint).
   */
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
  /** Whether the user is an admin, but not in this session, because it doesn't have a second factor. */
  lacksSecondFactor: boolean;
}

/**
 * An opened invitation to one survey, or to a meeting. Its token only proves that its holder knows the link or code;
 * the owner may know it, too.
 */
export interface OpenedInvitation {
  invitationId: string;
  /** The id of the survey or meeting whose list has the invitation. */
  listId: string;
  /** Whether the list is a meeting's, so that the token is valid for all its questions. */
  isOfMeeting: boolean;
  /** The issue of the link or code when it was opened. A later issue ends the token. */
  issue: number;
  /**
   * When the link or code was opened, in milliseconds since 1970: tokens of meetings are renewed for some days only.
   */
  openedAt: number;
}

/**
 * The sender of a request with the token of an opened invitation, which is valid without an account, for one survey or
 * for one meeting with its questions.
 */
export interface InvitedVoter extends OpenedInvitation {
  /** The survey that the request is about, or its meeting. Its list decides whether it has the invitation. */
  surveyId: string;
  /**
   * The hash of the ballot cookie (invitations/ballotCookies.ts), which distinguishes the browser that voted from
   * others; null without one.
   */
  ballotHash: string | null;
}

/** The sender of a request with the cookie of an open-link survey: a browser, never an account. */
export interface LinkVoter {
  surveyId: string;
  /** The keyed hash of the cookie, which is the voter of its votes. */
  linkVoterId: string;
}

/**
 * The reader of a response that depends on their own vote: a user, a person with an opened invitation, or a browser.
 */
export type Reader = CurrentUser | InvitedVoter | LinkVoter;

/**
 * The actor of an action, for the audit log: an admin by a request, a command on the server, the server at its start,
 * or a setting that decides without an admin.
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
