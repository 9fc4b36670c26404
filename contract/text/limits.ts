/**
 * The limits that texts name, and the price. They are in a file without schemas and texts, because the tools that
 * generate the texts' modules read it. Lengths are in characters.
 */

/** The price of a year of membership, in dollars (specification §6.2). */
export const PRO_PRICE = 12 as const;

/** The texts of a survey. */
export const TITLE_MAX = 200;
export const DESCRIPTION_MAX = 5000;
/** The description of the picture. */
export const IMAGE_ALT_MAX = 250;
/** The person who answers questions about a survey. */
export const CONTACT_MAX = 120;
export const NOTE_MAX = 1000;
/** The most notes of one survey, because every view of it reads all of them. */
export const NOTES_MAX = 20;
export const OUTCOME_MAX = 2000;
/** The most versions of a survey's outcome, because its page shows all of them. */
export const OUTCOMES_MAX = 20;
/** The most changes of the deadline of a published survey, because every view of it reads all of them. */
export const DEADLINE_MOVES_MAX = 20;
/** A deadline of voting by open link is at most this many days after the first publication or the later start. */
export const LINK_DAYS_MAX = 31;
/** The most unlisted surveys that an account can have open at a time if it isn't a surveyor's. */
export const OPEN_UNLISTED_MAX = 3;
/** How long a room can go on after its first move, in hours. */
export const ROOM_HOURS = 12;
/** The most questions of a room, and the most that are prepared for it. */
export const ROOM_QUESTIONS_MAX = 100;

/** The comment on a survey. */
export const COMMENT_MAX = 1000;
export const REPORT_MAX = 500;
export const FEEDBACK_MAX = 1000;
export const APPEAL_MAX = 1000;

/** The most invitations of one survey. */
export const INVITATIONS_MAX = 100_000;
/** The most invitations of a question that awaits review with its owner's request to become a surveyor. */
export const REQUESTED_INVITATIONS_MAX = 1000;
/** The most codes made by one request. */
export const CODES_MAX = 1000;
export const INVITATION_LABEL_MAX = 80;

/** The most co-owners of a survey, those who are invited included. */
export const CO_OWNERS_MAX = 10;
/** The most surveys of other people that a user co-owns. */
export const SHARED_SURVEYS_MAX = 200;
/** How long an invitation to co-own a survey can be accepted, in days. */
export const OWNER_INVITATION_DAYS = 30;

/** The most lists of a user, the most people on one list, and the most on all lists of a user. */
export const VOTER_LISTS_MAX = 50;
export const VOTER_LIST_PEOPLE_MAX = 20_000;
export const VOTER_LISTS_PEOPLE_MAX = 100_000;
export const VOTER_LIST_NAME_MAX = 80;
/** The name of a group of people on a list. */
export const GROUP_MAX = 60;

/** The name of a meeting, what its owner says about it, and why a question is repeated. */
export const MEETING_NAME_MAX = 120;
export const MEETING_ABOUT_MAX = 2000;
export const REPEAT_REASON_MAX = 200;
/** The most people on the list of a meeting: votes wait while a question copies it. */
export const MEETING_PEOPLE_MAX = 2000;
/** The most questions of a meeting, drafts included. */
export const MEETING_QUESTIONS_MAX = 50;
/** The most meetings of a user that have not ended. */
export const MEETINGS_MAX = 20;

/** The name of a user. */
export const NAME_MAX = 80;
export const API_KEY_NAME_MAX = 80;
/** The most API keys of one account, expired ones included. */
export const API_KEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 60;
/** Passkeys of one account, at most: a few for each of a person's devices. */
export const PASSKEYS_MAX = 20;
export const EMAIL_MAX = 254;
/** The code of a second factor, however it is grouped. */
export const CODE_MAX = 40;
/** The address of a picture or a webhook. */
export const URL_MAX = 2048;
/** The most images of one account. */
export const IMAGE_QUOTA = 200;
/** The search text of a list. */
export const SEARCH_MAX = 200;

/** How long a remembered device doesn't need a code, in days. */
export const REMEMBERED_DAYS = 30;
/** A membership can be renewed within this many days before it ends; earlier requests get `alreadyMember`. */
export const RENEWAL_DAYS = 14;
/** A webhook is turned off when this many deliveries in a row have failed for good. */
export const EXHAUSTED_MAX = 20;
/** The most webhooks of one account. */
export const WEBHOOKS_MAX = 5;

/** How long an account stays after an admin has decided to delete it, in days: until then its owner can keep it. */
export const ERASURE_DAYS = 7;
