import { escapeHtml } from "@survey-app/contract/text/escapeHtml.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { directionOf } from "@survey-app/texts/languages.ts";
import * as mailTexts from "@survey-app/texts/mailTexts.ts";
import { createPaints, type EmailAccent, type Paints } from "./emailColors.ts";
import { greeting } from "./greeting.ts";
import { withoutLinks } from "./userText.ts";

/** A part of an email. Only `quote` and `copy` blocks contain user text. */
export type EmailBlock =
  | { kind: "text"; text: string }
  | { kind: "facts"; facts: readonly (readonly [label: string, value: string])[] }
  /**
   * The only place for texts of people: a title, a text, or both, in one language; null or missing if it is unknown.
   */
  | { kind: "quote"; title?: string; text?: string; language?: string | null }
  /** A question and a text about it, for its own author to pass on. `language`: of the question, as in quotes. */
  | { kind: "copy"; title: string; text: string; language: string | null }
  /** The one thing to do. Its label names the action. */
  | { kind: "button"; label: string; url: string }
  /** One of several things to do. */
  | { kind: "link"; label: string; url: string }
  | { kind: "small"; text: string };

/** An email's content. */
export interface EmailContent {
  subject: string;
  /** The subject if it is left out. */
  heading?: string;
  /** The text that lists of emails show after the subject. */
  preview: string;
  blocks: readonly EmailBlock[];
  /** Why the reader gets the email, in a sentence. */
  reason: string;
  /** The URL that unsubscribes the reader from such emails, for those that go to many people. */
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
  headers: Record<string, string>;
}

/** RFC 3834, and what Outlook and Exchange understand: absence notes don't answer emails of programs. */
const AUTOMATIC = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "OOF, AutoReply" };

/** The site that sends an email. */
export interface EmailSite {
  name: string;
  /** Null for the app's own. */
  accent: { color: EmailAccent } | null;
}

/**
 * Breaks very long words. Some mail readers drop `overflow-wrap`, and others don't know its value, so `word-break` says
 * it too.
 */
const BREAKING = "word-break:break-word;overflow-wrap:anywhere";

/** A site's name as that of a sender: in quotes if it has other characters than words have. */
const senderOf = (name: string) => (/^[\p{L}\p{M}\p{N} ]+$/u.test(name) ? name : `"${name}"`);

interface Addresses {
  from: string;
  to: string;
  replyTo: string | null;
  publicUrl: string;
  site: EmailSite;
}

/** @param name the reader's, for the greeting; null for a greeting without a name */
export function layOutEmail(
  content: EmailContent,
  name: string | null,
  { from, to, replyTo, publicUrl, site }: Addresses,
): Message {
  const paints = createPaints(site.accent?.color ?? null);
  const { small, anchor, render, css } = createRenderer(paints);
  const { subject, heading = subject, preview, blocks, reason, unsubscribeUrl } = content;
  const parts = [
    render({ kind: "text", text: greeting(name) }),
    {
      text: heading,
      html: `<h1 ${css("ink", `margin:0 0 16px;font-size:24px;line-height:1.25;${BREAKING}`)}>${escapeHtml(heading)}</h1>`,
    },
    ...blocks.map(render),
  ];
  const stop = unsubscribeUrl ? [{ label: mailTexts.stop, url: unsubscribeUrl }] : [];
  const signature = [
    "-- ",
    reason,
    ...stop.map(({ label, url }) => `${mailTexts.label(label)} ${url}`),
    `${site.name} · ${publicUrl}`,
  ];
  return {
    from: `${senderOf(site.name)} <${from}>`,
    to,
    ...(replyTo && { replyTo }),
    subject,
    text: [...parts.map(({ text }) => text), signature.join("\n")].join("\n\n"),
    html: page(
      paints,
      { subject, preview },
      {
        body: parts.map(({ html }) => html).join("\n"),
        footer: [
          small(escapeHtml(reason)),
          ...stop.map(({ label, url }) => small(anchor(url, label))),
          small(`${escapeHtml(site.name)} · ${anchor(publicUrl, publicUrl)}`),
        ].join("\n"),
      },
    ),
    headers: {
      ...AUTOMATIC,
      // RFC 8058: mail clients show a button that sends a POST request to the address.
      ...(unsubscribeUrl && {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}

/** The attributes of tables for layout, which screen readers pass over. Mail readers need tables. */
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** A block as text and as HTML. */
interface Rendered {
  text: string;
  html: string;
}

type Renderers = { [K in EmailBlock["kind"]]: (block: Omit<Extract<EmailBlock, { kind: K }>, "kind">) => Rendered };

/** Creates the renderer of an email's parts as text and as HTML, painted with a site's colors. */
function createRenderer({ css, paint }: Paints) {
  /** `html` in a paragraph. Texts of people can run from right to left. */
  const paragraph = (html: string, look = "margin:0 0 16px") =>
    `<p dir="auto" ${css("ink", `${look};${BREAKING}`)}>${html}</p>`;
  const small = (html: string) => `<p ${css("muted", `margin:0 0 12px;font-size:14px;${BREAKING}`)}>${html}</p>`;
  const languageOf = (language: string | null) => (language === null ? "" : ` lang="${language}"`);
  const quoted = (paragraphs: string[], language: string | null = null) =>
    `<blockquote${languageOf(language)} ${css("bar", "margin:20px 0 16px;padding:4px 16px;border-left:4px solid")}>${paragraphs.join("\n")}</blockquote>`;
  const anchor = (url: string, label: string) =>
    `<a href="${escapeHtml(url)}" ${css("link", "text-decoration:underline")}>${escapeHtml(label)}</a>`;

  const renderers: Renderers = {
    text: ({ text }) => ({ text, html: paragraph(escapeHtml(text)) }),
    small: ({ text }) => ({ text, html: small(escapeHtml(text)) }),
    copy: ({ title, text, language }) => ({
      text: `${title}\n${text}`,
      html: quoted([
        paragraph(
          `<span dir="auto"${languageOf(language)}>${escapeHtml(title)}</span>\n${escapeHtml(text)}`,
          "margin:0;white-space:pre-line",
        ),
      ]),
    }),
    facts: ({ facts }) => ({
      text: facts.map(([label, value]) => `${mailTexts.label(label)} ${value}`).join("\n"),
      html: facts
        .map(([label, value]) =>
          paragraph(`<strong>${escapeHtml(mailTexts.label(label))}</strong> ${escapeHtml(value)}`, "margin:0 0 6px"),
        )
        .join("\n"),
    }),
    quote({ title, text, language }) {
      const parts = [title, text].flatMap((part) => (part ? [withoutLinks(part)] : []));
      const looks = [...(title ? ["margin:0;font-size:18px;font-weight:600"] : []), "margin:0;white-space:pre-line"];
      return {
        text: parts.map((part) => part.replaceAll(/^/gm, "> ")).join("\n>\n"),
        html: quoted(
          parts.map((part, index) => paragraph(escapeHtml(part), looks[index])),
          language,
        ),
      };
    },
    link: ({ label, url }) => ({
      text: `${mailTexts.label(label)}\n${url}`,
      html: paragraph(`${escapeHtml(mailTexts.label(label))}<br>\n${anchor(url, url)}`),
    }),
    // Outlook ignores the padding of links, so there the cell has it. The color of the cell is the button's.
    button: ({ label, url }) => ({
      text: `${mailTexts.label(label)}\n${url}`,
      html: `<table ${TABLE} style="margin:24px 0 16px"><tr>
<td bgcolor="${paint("accent")}" ${css("filled", "border-radius:8px;mso-padding-alt:14px 24px")}><a href="${escapeHtml(url)}" ${css("on", "display:inline-block;padding:14px 24px;font-weight:600;text-decoration:none")}>${escapeHtml(label)}</a></td>
</tr></table>
${small(`${escapeHtml(mailTexts.orCopy)}<br>\n${anchor(url, url)}`)}`,
    }),
  };

  const render = (block: EmailBlock): Rendered => (renderers[block.kind] as (block: EmailBlock) => Rendered)(block);
  return { small, anchor, render, css };
}

/** The width that mail readers show beside their lists, in pixels. Outlook reads it from the attribute. */
const WIDTH = 600;

/** Styles are inline, because some mail readers drop style sheets; only the dark theme needs one. */
function page(
  { css, styleSheet }: Paints,
  { subject, preview }: Pick<EmailContent, "subject" | "preview">,
  { body, footer }: { body: string; footer: string },
): string {
  const direction = directionOf(LANGUAGE);
  return `<!doctype html>
<html lang="${LANGUAGE}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(subject)}</title>
<style>${styleSheet}</style>
</head>
<body ${css("ground", "margin:0;padding:0")}>
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}</div>
<div role="article" aria-roledescription="${escapeHtml(mailTexts.roleDescription)}" lang="${LANGUAGE}" dir="${direction}">
<table ${TABLE} width="100%" ${css("ground", "width:100%")}><tr><td align="center" style="padding:24px 12px">
<table ${TABLE} width="${WIDTH}" style="width:100%;max-width:${WIDTH}px;font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;text-align:${direction === "ltr" ? "left" : "right"}">
<tr><td ${css("surface", "padding:24px 20px 12px;border:1px solid;border-radius:12px")}>
${body}
</td></tr>
<tr><td style="padding:16px 20px">
${footer}
</td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`;
}
