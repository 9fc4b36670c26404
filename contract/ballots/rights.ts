import type { Role } from "../users/users.ts";
import type { AskingPolicies } from "./askingPolicies.ts";
import type { Results } from "./ballots.ts";

/**
 * The relation of a person to a survey:
 * - `owner`: whatever the role is now;
 * - `surveyor`: the owner while a surveyor or an admin, because people who lose the role keep their surveys but not the
 *   access to what voters confided;
 * - `trustedOwner`: such an owner, or one who asked it without being a surveyor, once an admin has accepted it;
 * - `coOwner`: a person whom the owner invited and who accepted, while a surveyor or an admin;
 * - `admin`: every admin;
 * - `member`: a user with an active membership, whatever the role;
 * - `voter`: a person who has voted on it;
 * - `anyone`: visitors too.
 */
export type Party = "owner" | "surveyor" | "trustedOwner" | "coOwner" | "admin" | "member" | "voter" | "anyone";

/** Whether a right is someone's, by who they are to the survey. */
export const allows = (right: readonly Party[], parties: Partial<Record<Party, boolean>>): boolean =>
  right.some((party) => party === "anyone" || parties[party] === true);

// The rights on a survey, and who has them; server and pages ask this table. Each is a constant of its own, so that a page loads only
// those that it asks for.

/** Read the survey before it is public and after it was unpublished, the owner's address, and the feedback of admins. */
export const readPrivate = ["owner", "coOwner", "admin"] as const;
export const change = ["owner", "coOwner", "admin"] as const;
export const close = ["owner", "coOwner", "admin"] as const;
/** Show a result that waits for its owner. Admins can only close the survey, which opens the result, too. */
export const show = ["owner", "coOwner"] as const;
/** Delete the survey. */
export const remove = ["owner", "coOwner", "admin"] as const;
/** Read the addresses and reports of the voters. */
export const readVoters = ["trustedOwner", "coOwner", "admin"] as const;
/** Cause emails about the survey; admins in place of an owner who may not. */
export const sendEmails = ["trustedOwner", "coOwner", "admin"] as const;
/** Create an address that leads to the survey for as long as it is shown. */
export const makeShortAddress = ["owner", "coOwner", "admin"] as const;
/** Present the survey to a room: turn on room mode, see how many votes were refused. */
export const host = ["owner", "coOwner", "admin"] as const;
/** Ask the next question of a room, and prepare questions for it: they are the owner's, and an admin would ask in the owner's name. */
export const askInRoom = ["owner", "coOwner"] as const;
/** Get the survey's events by a webhook; admins of every survey. */
export const receiveWebhooks = ["surveyor", "coOwner", "admin"] as const;
/** Read and change the list of people who can vote, which has addresses of people without an account; see also `mayAskWith`. */
export const keepList = ["owner", "coOwner"] as const;
/** Take the addresses of that list away, as a file or through an API key. */
export const exportList = ["owner"] as const;
/** Write what was decided after the close, appeal and remind: others would put words into the owner's mouth. */
export const speakAsOwner = ["owner", "coOwner"] as const;
/** Get the emails to the owner: decisions of admins, the first vote, the end. */
export const getOwnerEmails = ["owner", "coOwner"] as const;
/** Invite co-owners and remove them. */
export const chooseOwners = ["owner"] as const;
/** Comment on one's own vote, where the survey takes comments (`takesComments`). */
export const comment = ["member"] as const satisfies readonly ("member" | "admin" | "anyone")[];

/**
 * See the result: the counts of answers, the table of votes and other people's comments. `opened`: once the survey is closed, or its
 * owner has shown the result, while it is published; before, its setting decides. Owners and admins see no more than others, because previews would let them act on a trend.
 */
export const seeResults = {
  live: ["anyone"],
  afterVote: ["voter"],
  afterClose: [],
  shown: [],
  opened: ["anyone"],
} as const satisfies Record<Results | "opened", readonly Party[]>;

/**
 * What someone may ask. `listed`: surveys in public lists; `unlisted`: surveys in none; `request`: a first survey, which asks an admin to
 * make its owner a surveyor, or makes the owner one right away (SURVEYORS=everyone).
 */
export type Asking = "listed" | "unlisted" | "request";

/**
 * Whether someone may ask such a survey, by the role and the settings of the installation.
 * @param role `guest`: a guest, or a visitor who becomes one by asking; guests ask by open link only
 */
export function mayAsk(
  what: Asking,
  role: Role | "guest",
  { surveyors, askUnlisted }: Pick<AskingPolicies, "surveyors" | "askUnlisted">,
): boolean {
  if (role === "guest") return what === "unlisted" && askUnlisted === "anyone";
  if (role === "surveyor" || role === "admin") return what !== "request";
  return { listed: false, unlisted: askUnlisted !== "surveyors", request: surveyors !== "admins" }[what];
}
