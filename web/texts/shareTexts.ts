/** The texts of sharing a survey. None says what the sharer voted. */

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
export const invitation = (title: string, hasEnded: boolean) =>
  hasEnded ? `${title}\nSee the result:` : `${title}\nVote yes or no:`;
export const withoutChoice = "Your own vote isn't part of the link or the message.";
export const qrCode = "QR code";
export const qrCodeOf = (title: string) => `QR code with the link to: ${title}`;
export const qrCodeText = "For a slide, a poster or a table: people point their phone's camera at it.";
export const downloadSvg = "SVG";
export const downloadSvgName = "Download the QR code as SVG";
export const downloadPng = "PNG";
export const downloadPngName = "Download the QR code as PNG";
export const close = "Close";
