import { apiErrors, type ErrorCode } from "@survey-app/contract/http/errors.ts";
import { escapeHtml } from "@survey-app/contract/text/escapeHtml.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { directionOf } from "@survey-app/texts/languages.ts";
import * as plainPageTexts from "@survey-app/texts/plainPageTexts.ts";

/** Uses the colors of the app (web/ui/styles.css), because these pages can't load that stylesheet. */
export const PLAIN_STYLE = [
  ":root{color-scheme:light dark;--ink:light-dark(#14201f,#ecf2f0);--page:light-dark(#faf9f6,#0e1313)}",
  "body{font:1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:18vh auto;padding:0 1.5rem;text-align:center;",
  "background:var(--page);color:var(--ink);overflow-wrap:anywhere}",
  "h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}p{margin:0 0 1.5rem}",
  "a{color:inherit;font-weight:600;display:inline-block;padding:.5rem 1rem}small{opacity:.8}",
  "button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 2rem;border:0;border-radius:.75rem;",
  "background:var(--ink);color:var(--page)}",
].join("");

/** A page without scripts, stylesheet and pictures, as HTML. @param body HTML */
export function plainPage(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="${LANGUAGE}" dir="${directionOf(LANGUAGE)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${PLAIN_STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body>
</html>
`;
}

/**
 * The page in place of one that failed.
 * @param requestId leads to the log entry of a server error; null for other errors, which are not logged
 */
export function notLoadedPage(code: ErrorCode, requestId: string | null): string {
  const { notLoaded, tryAgain, home, request } = plainPageTexts;
  const trace = requestId === null ? "" : `<p><small>${escapeHtml(request(requestId))}</small></p>`;
  const links = `<p><a href="">${escapeHtml(tryAgain)}</a><a href="/">${escapeHtml(home)}</a></p>`;
  return plainPage(notLoaded, `<p>${escapeHtml(apiErrors[code][1])}</p>${links}${trace}`);
}
