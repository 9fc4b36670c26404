import { formatCount, plural } from "@survey-app/contract/formatCount.ts";
import { CODES_MAX, INVITATIONS_MAX, type InvitationState } from "@survey-app/contract/invitations.ts";

/** The texts with which owners of a survey for invited people manage its list. */
export const title = "Invited people";
export const action = "Invited people";
export const count = (people: number) => plural(people, "person on the list", "people on the list");
export const changedLater = (added: number, removed: number) =>
  `Since the opening, ${formatCount(added)} added and ${formatCount(removed)} removed. Everyone can see these numbers.`;

// Adding people.
export const add = "Add people";
export const addWays = "From a list or a file, or as codes";
export const fromList = "From a list";
export const paste = "Names and email addresses";
export const pasteHint = `One person a row: an email address, a name, or both, separated by a comma. At most ${formatCount(INVITATIONS_MAX)}. Each row is one vote: a person with two addresses on the list has two.`;
export const pasteExample = "Ada Lovelace, ada@example.org\nbob@example.org\nFlat 12";
export const orFile = "Or choose a CSV file";
export const check = "Check the list";
export const checking = "Checking the list";
export const listRequired = "Enter at least one person, or choose a file.";
export const unreadable = {
  tooLarge: "This list is larger than 10 MB. Split it into several.",
  notText: "This is not a CSV file in UTF-8. In your spreadsheet, choose “CSV UTF-8” when you save it.",
  empty: "This list is empty. Each row needs an email address, a name or both.",
  tooMany: `A list holds at most ${formatCount(INVITATIONS_MAX)} people.`,
} as const;
export const canAdd = (people: number) =>
  people === 0 ? "Your list has no one to add." : `${plural(people, "person", "people")} can be added.`;
export const withCodes = (people: number) =>
  `${plural(people, "of them has", "of them have")} no email address and ${people === 1 ? "gets" : "get"} a code, which you print and hand out.`;
export const leftOut = (rows: number) => `${plural(rows, "row is", "rows are")} left out:`;
export const row = "Row";
export const entry = "Entry";
export const reason = "Why";
export const duplicate = "This address is already in an earlier row.";
export const moreProblems = (rows: number) => `And ${plural(rows, "more row")}. The file has all of them.`;
export const downloadProblems = "Download these rows";
export const problemsFile = "rows-left-out.csv";
export const nothingStored = "Nothing is stored until you confirm.";
export const addNow = (people: number) => `Add ${plural(people, "person", "people")}`;
export const adding = "Adding people";
export const back = "Change the list";
export const added = (people: number) => `${plural(people, "person was", "people were")} added.`;
export const stopped = (done: number, total: number) =>
  `${formatCount(done)} of ${formatCount(total)} people were added.`;
export const goOn = "Continue";
export const showCodes = (codes: number) => `Show the ${plural(codes, "code")} made so far`;
export const addUnknown = "We couldn't reach the server. Continue when you are online: each person is added once.";
export const secretFixed = "People have voted on this secret survey, so you can't add anyone.";
export const publicAdditions =
  "The survey is open. Everyone will see how many people you add after the first link was sent, the first code was handed out or the first person voted.";

// Codes.
export const makeCodes = "Codes for print";
export const makeCodesText =
  "For people without an email address. Each code is one vote. The result says how many codes you made, and that you could have used them.";
export const noCodes =
  "You could vote with codes that you make, so confidential and secret surveys take none. Invite people by email, or ask an admin to allow codes for this survey.";
/** What an admin reads before allowing codes. */
export const allowCodes = "Allow codes";
export const allowCodesName = (survey: string) => `Allow codes: ${survey}`;
export const allowCodesTitle = "Allow codes for this survey?";
export const allowCodesText = (survey: string) =>
  `The owner of “${survey}” can then make codes for people without an email address, and could vote with them. The result says so. This can't be undone.`;
export const codesAllowed = (survey: string) => `Codes are allowed for ${survey}.`;
export const codeCount = "How many";
export const codeCountError = `Enter a number from 1 to ${formatCount(CODES_MAX)}.`;
export const make = "Make codes";
export const codesUnknown =
  "We couldn't reach the server. Try again when you are online: you get the same codes if they were already made.";
export const codesTitle = (codes: number) => plural(codes, "code");
export const shownOnce = "Print or download them now: they are shown only once, because we don't store them.";
export const print = "Print";
export const downloadCodes = "Download as CSV";
export const codesFile = "codes.csv";
export const codesSaved = "I have them";
export const closeCodes = "Close the codes?";
export const closeCodesText = "They can't be shown again. You can only replace them by new ones.";
export const qrCodeOf = (label: string) => `QR code: ${label}`;
export const howToUse = (url: string) => `Scan it, or enter the code at ${url}`;
export const labelColumn = "Label";
export const codeColumn = "Code";
export const linkColumn = "Link";

// Sending.
export const send = "Send the links";
export const sendTitle = "Send the links now?";
export const sendText = "Each person with an email address who has no link yet gets one by email.";
export const sendForOwner = "Send links for the owner";
export const sendForOwnerName = (survey: string) => `Send links for the owner: ${survey}`;
export const sendForOwnerText = (survey: string) =>
  `The owner of “${survey}” was blocked, is no surveyor any more, or has left, so the remaining links were not sent. Each person with an email address who has no link yet gets one. The audit log records it.`;
export const sent = (emails: number) =>
  emails === 0
    ? "Everyone with an email address already has a link."
    : `${plural(emails, "email is", "emails are")} on the way.`;
export const sendLater = "When the survey is published, you can send the links from here.";
export const unreviewed = (takesCodes: boolean) =>
  `No admin has reviewed this survey yet, so we send no emails about it. ${takesCodes ? "Hand out codes. " : ""}People who have an account with an address on this list can vote on the survey's page.`;
export const mailOff = "This site sends no email. Use codes.";

// The list.
export const caption = "Invited people";
export const search = "Search by name or email";
export const filter = "Show";
export const anyState = "Everyone";
export const states = {
  listed: "No link sent",
  queued: "Not yet reached",
  sent: "Sent",
  failed: "Not delivered",
  refused: "Doesn't accept invitations",
  struck: "Removed",
} as const satisfies Record<InvitationState, string>;
export const codeState = "Code";
export const columns = { person: "Person", state: "State", voted: "Voted", change: "Change" } as const;
export const voted = "Voted";
export const notVoted = "Not voted";
export const none = "No invitations yet";
export const noneText = "People appear here when you add them.";
export const noneFound = "No results";
export const noneFoundText = "No person on the list matches this search.";
export const moreFor = (person: string) => `More: ${person}`;
export const noName = "No name";

// One person.
export const reissue = "Replace the link";
export const reissueCode = "Replace the code";
export const reissueName = (person: string) => `Replace: ${person}`;
export const reissueTitle = "Replace the link?";
export const reissueCodeTitle = "Replace the code?";
const reissueEffect = "A vote that was cast still counts. The audit log records the replacement.";
export const reissueText = (person: string) =>
  `The link of ${person} stops working, also where it was opened. We email a new one. ${reissueEffect}`;
export const reissueCodeText = (person: string) =>
  `The code of ${person} stops working, also where it was opened. We show you the new one once. ${reissueEffect}`;
export const reissued = (person: string) => `A new link for ${person} is on the way.`;
export const remove = "Remove from the list";
export const removeName = (person: string) => `Remove: ${person}`;
export const removeTitle = "Remove this person?";
export const removeText = (person: string) => `${person} will not be invited.`;
export const removed = (person: string) => `${person} was removed.`;
export const removeLaterText = (person: string) =>
  `${person} can't vote any more. A vote that was cast still counts. Everyone sees how many people were removed, and they stay in the number of invited people.`;
