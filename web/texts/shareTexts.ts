/** The texts of sharing a survey. None says what the sharer voted. */
export const shareTexts = {
  button: "Share",
  buttonFor: (title: string) => `Share: ${title}`,
  afterVote: "Share this survey",
  /** Why a survey can't be shared yet. */
  blocked: {
    waiting: "You can share this survey once it's published.",
    scheduled: "You can share this survey once it starts.",
  },
  /** The same in a table's column "Share". */
  blockedShort: { waiting: "Once published", scheduled: "Once it starts" },
  title: "Share this survey",
  byApp: "Share with an app",
  byAppFailed: "Sharing with an app didn't work. Copy the link instead.",
  link: "Link",
  copyLink: "Copy link",
  linkCopied: "Link copied",
  message: "Message with the link",
  copyMessage: "Copy message",
  messageCopied: "Message copied",
  copyFailed: "Your browser doesn't allow copying here. Select the text and copy it.",
  invitation: (title: string, hasEnded: boolean) =>
    hasEnded ? `${title}\nSee the result:` : `${title}\nVote yes or no:`,
  withoutChoice: "Your own vote isn't part of the link or the message.",
  qrCode: "QR code",
  qrCodeOf: (title: string) => `QR code with the link to: ${title}`,
  qrCodeText: "For a slide, a poster or a table: people point their phone's camera at it.",
  downloadSvg: "SVG",
  downloadSvgName: "Download the QR code as SVG",
  downloadPng: "PNG",
  downloadPngName: "Download the QR code as PNG",
  close: "Close",
} as const;
