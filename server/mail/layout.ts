import { escapeHtml } from "@survey-app/contract/escapeHtml.ts";
import { greeting } from "./greeting.ts";

/** An email's content after the greeting. Paragraphs are plain text; the action is a link to our own pages. */
export interface EmailContent {
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Several links to our own pages, each with a text that stands above it. */
  links?: { text: string; url: string }[];
  /** The last lines, in small letters; "" for none. */
  footnote?: string;
  /** The address that unsubscribes the reader from such emails, for those that go to many people. */
  unsubscribeUrl?: string;
}

/** An email as it is sent, with the same content as text and as HTML. */
export interface Message {
  from: string;
  to: string;
  /** Missing if no contact address is set. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

const SENDER = "Survey App";
const UNSUBSCRIBE = "Stop these emails";

interface Addresses {
  from: string;
  to: string;
  replyTo: string | null;
}

/** @param name the reader's, for the greeting; null for a greeting without a name */
export function layOutEmail(content: EmailContent, name: string | null, { from, to, replyTo }: Addresses): Message {
  const greeted = { ...content, paragraphs: [greeting(name), ...content.paragraphs] };
  return {
    from: `${SENDER} <${from}>`,
    to,
    ...(replyTo && { replyTo }),
    subject: content.subject,
    text: textOf(greeted),
    html: htmlOf(greeted),
    // RFC 8058: mail clients show a button that sends a POST request to the address.
    ...(content.unsubscribeUrl && {
      headers: {
        "List-Unsubscribe": `<${content.unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    }),
  };
}

function textOf({ paragraphs, action, links = [], footnote, unsubscribeUrl }: EmailContent): string {
  return [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...links.map(({ text, url }) => `${text}\n${url}`),
    ...(footnote ? [footnote] : []),
    `-- \n${SENDER}${unsubscribeUrl ? `\n${UNSUBSCRIBE}: ${unsubscribeUrl}` : ""}`,
  ].join("\n\n");
}

/** Inline styles, because mail clients drop style sheets. Mail clients apply their own dark mode to them. */
function htmlOf({ subject, paragraphs, action, links = [], footnote, unsubscribeUrl }: EmailContent): string {
  const body = paragraphs
    .map((text) => `<p style="margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere">${escapeHtml(text)}</p>`)
    .join("\n");
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f6670;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:14px">Or copy this link into your browser:<br><a href="${escapeHtml(action.url)}">${escapeHtml(action.url)}</a></p>`
    : "";
  const items = links
    .map(
      ({ text, url }) =>
        `<p style="margin:0 0 16px;overflow-wrap:anywhere"><span style="white-space:pre-line">${escapeHtml(text)}</span><br><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`,
    )
    .join("\n");
  const small = footnote
    ? `<p style="margin:0 0 16px;font-size:14px;overflow-wrap:anywhere">${escapeHtml(footnote)}</p>`
    : "";
  const unsubscribe = unsubscribeUrl
    ? ` · <a href="${escapeHtml(unsubscribeUrl)}" style="color:inherit">${UNSUBSCRIBE}</a>`
    : "";
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto">
<h1 style="margin:0 0 24px;font-size:20px">${escapeHtml(subject)}</h1>
${body}
${button}${items}
${small}
<p style="margin:32px 0 0;font-size:14px">${SENDER}${unsubscribe}</p>
</div>
</body>
</html>
`;
}
