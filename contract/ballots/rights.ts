import type { Role } from "../users/users.ts";
import type { AskingPolicies } from "./askingPolicies.ts";
import type { Results } from "./ballots.ts";

/**
 * The relation of a person to a survey:
 * - `owner`: whatever their role is now;
 * - `surveyor`: the owner while a surveyor or an admin, because people who lose the role keep their surveys but not
 *   the access to their voters' data;
 * - `trustedOwner`: a `surveyor`, or an owner who isn't one, once an admin has accepted the survey;
 * - `coOwner`: a person who accepted the owner's invitation, while a surveyor or an admin;
 * - `admin`: every admin;
 * - `member`: a user with an active membership, whatever their role;
 * - `voter`: a person who has voted on it;
 * - `anyone`: visitors too.
 */
export type Party = "owner" | "surveyor" | "trustedOwner" | "coOwner" | "admin" | "member" | "voter" | "anyone";

/** Whether someone has a right, by their relations to the survey. */
export const allows = (right: readonly Party[], parties: Partial<Record<Party, boolean>>): boolean =>
  right.some((party) => party === "anyone" || parties[party] === true);

// The rights on a survey, and who has them. The server and the pages use this table. Each right is a separate constant,
// so that a page loads only those that it uses.

/**
 * Read the survey before it is public and after it was unpublished, the owner's address, and the feedback of admins.
 */
export const readPrivate = ["owner", "coOwner", "admin"] as const;
export const change = ["owner", "coOwner", "admin"] as const;
export const close = ["owner", "coOwner", "admin"] as const;
/** Show a result that waits for its owner. Admins can only close the survey, which opens the result, too. */
export const show = ["owner", "coOwner"] as const;
/** Delete the survey. */
export const remove = ["owner", "coOwner", "admin"] as const;
/** Read the addresses and reports of the voters. */
export const readVoters = ["trustedOwner", "coOwner", "admin"] as const;
/** Trigger emails about the survey. Admins can do so in place of an owner who may not. */
export const sendEmails = ["trustedOwner", "coOwner", "admin"] as const;
/** Create a short address of the survey (contract/sharing/shortAddresses.ts). */
export const makeShortAddress = ["owner", "coOwner", "admin"] as const;
/** Present the survey to a room: turn on room mode, see how many votes were refused. */
export const host = ["owner", "coOwner", "admin"] as const;
/**
 * Ask the next question of a room, and prepare questions for it. Admins can't, because they would ask in the owner's
 * name.
 */
export const askInRoom = ["owner", "coOwner"] as const;
/** Get the survey's events through a webhook. Admins can do so for every survey. */
export const receiveWebhooks = ["surveyor", "coOwner", "admin"] as const;
/**
 * Read and change the list of people who can vote, which has addresses of people without an account; see also
 * `mayAskWith`.
 */
export const keepList = ["owner", "coOwner"] as const;
/** Export the addresses of that list, as a file or with an API key. */
export const exportList = ["owner"] as const;
/** Write what was decided after the close, appeal and remind. Anyone else would speak in the owner's name. */
export const speakAsOwner = ["owner", "coOwner"] as const;
/** Get the emails to the owner: decisions of admins, the first vote, the end. */
export const getOwnerEmails = ["owner", "coOwner"] as const;
/** Invite co-owners and remove them. */
export const chooseOwners = ["owner"] as const;
/** Comment on one's own vote, where the survey takes comments (`takesComments`). */
export const comment = ["member"] as const satisfies readonly ("member" | "admin" | "anyone")[];

/**
 * See the result: the counts of answers, the table of votes and other people's comments. `opened`: while the survey is
 * published, after it was closed or its owner showed the result; before that, its setting decides. Owners and admins
 * see no more than others, because previews would let them act on a trend.
 */
export const seeResults = {
  live: ["anyone"],
  afterVote: ["voter"],
  afterClose: [],
  shown: [],
  opened: ["anyone"],
} as const satisfies Record<Results | "opened", readonly Party[]>;

/**
 * The kinds of surveys that someone may ask. `listed`: surveys in public lists; `unlisted`: all others; `request`: a
 * first survey, which asks an admin to make its owner a surveyor, or makes the owner one right away
 * (SURVEYORS=everyone).
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
