import { answersOf } from "@survey-app/contract/ballots.ts";

/** The texts of sharing a survey. None says what the sharer voted. */

/** What people can do with the link. On a survey for invited people it does not let them vote. */
export type ShareReason = "vote" | "follow" | "result";

export const button = "Share";
export const buttonFor = (title: string) => `Share: ${title}`;
export const afterVote = "Share this survey";
/** Why a survey can't be shared yet. */
export const blocked = {
  waiting: "You can share this survey once it's published.",
  scheduled: "You can share this survey once it starts.",
} as const;
/** The same in a table's column "Share". */
export const blockedShort = { waiting: "Once published", scheduled: "Once it starts" };
export const title = "Share this survey";
export const byApp = "Share with an app";
export const byAppFailed = "Sharing with an app didn't work. Copy the link instead.";
export const link = "Link";
export const copyLink = "Copy link";
export const linkCopied = "Link copied";
export const message = "Message with the link";
export const copyMessage = "Copy message";
export const messageCopied = "Message copied";
export const copyFailed = "Your browser doesn't allow copying here. Select the text and copy it.";
export const invitation = (title: string, reason: ShareReason, unsure: boolean) =>
  `${title}\n${reason === "vote" ? `Vote ${answersOf(unsure)}:` : invitations[reason]}`;
const invitations = { follow: "Follow the voting:", result: "See the result:" } as const;
export const withoutChoice = "Your own vote isn't part of the link or the message.";
export const qrCode = "QR code";
export const qrCodeOf = (title: string) => `QR code with the link to: ${title}`;
export const qrCodeText = "For a slide, a poster or a table: people point their phone's camera at it.";
export const downloadSvg = "SVG";
export const downloadSvgName = "Download the QR code as SVG";
export const downloadPng = "PNG";
export const downloadPngName = "Download the QR code as PNG";
export const close = "Close";
export const flyer = "Flyer";
export const flyerText = "One page to print and hang up, with the question and the QR code.";
export const flyerOf = { a4: "Flyer A4", a5: "Flyer A5" } as const;
export const present = "Present";
/** Opens the presentation of a survey by open link. */
export const start = "Start";

/** The page with the flyer. */
export const flyerTitle = (title: string) => `Flyer: ${title}`;
export const paper = "Paper size";
export const paperSizes = { a4: "A4", a5: "A5" } as const;
export const scan = (reason: ShareReason, unsure: boolean) =>
  reason === "vote" ? `Point your phone's camera at the code and vote ${answersOf(unsure)}.` : scans[reason];
const scans = {
  follow:
    "Point your phone's camera at the code to follow the voting. Invited people vote with their own link or code.",
  result: "Point your phone's camera at the code to see the result.",
} as const;
export const orOpen = "or open";
export const voteUntil = (when: string) => `Vote until ${when}`;
export const backToSurvey = "Back to the survey";

/** The page for a room. */
export const presentTitle = (title: string) => `Present: ${title}`;
export const scanTo = {
  vote: "Scan to vote, or open",
  follow: "Scan to follow the voting, or open",
  result: "Scan to see the result, or open",
} as const satisfies Record<ShareReason, string>;
export const haveVoted = (count: number) => (count === 1 ? "person has voted" : "people have voted");
export const reveal = "Show result";
export const hide = "Hide result";
export const fullScreen = "Full screen";
export const leaveFullScreen = "Leave full screen";
export const leave = "Leave";

/** In other sites' pages. */
export const embed = "Show it on your site";
export const embedText = "Paste this code into your page. It shows live totals and opens the vote here, in a new tab.";
export const embedNote = "Live totals, no cookies";
export const embedField = "Code for your page";
export const copyEmbed = "Copy code";
export const embedCopied = "Code copied";
export const preview = "Preview";
