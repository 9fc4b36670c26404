/**
 * Returns the page to go to after signing in: `text` if it is a path on our own origin, else "/" (open redirects).
 * Everything that a browser would read as another site becomes "/": `//x`, `/\x`, `javascript:`, their encoded forms,
 * and control characters, which browsers drop when they parse a URL. All sign-in methods use it, in the browser and on
 * the server.
 */
export function safeReturnTo(text: string | null | undefined, origin: string): string {
  if (!text || text.length > 2000 || !isOwnPath(text)) return "/";
  const plain = decoded(text.split(/[?#]/, 1)[0] ?? "");
  if (plain === null || !isOwnPath(plain) || !isOwnPath(decoded(plain) ?? plain)) return "/";
  const url = URL.parse(text, origin);
  if (!url || url.origin !== origin) return "/";
  const path = url.pathname + url.search + url.hash;
  // Dot segments can leave two slashes at the start.
  if (!isOwnPath(path)) return "/";
  // Addresses of pages are read without regard to case.
  return /^\/(login|signup)(?![\w-])/i.test(path) ? "/" : path;
}

/** A survey, the list of surveys, or the question that waits to be submitted. */
const EMAILED =
  /^\/(?:(?:surveydetails|vote)\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|surveysPages|ask(?:\?next=submit)?)(?=[?#]|$)/;

/**
 * The page that a link in an email may return to. Anyone can have such an email sent to another person, so the link
 * must not contain their words; nor an answer, which would stay in the mailbox.
 */
export const emailedReturnTo = (path: string): string => EMAILED.exec(path)?.[0] ?? "/";

function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])/.test(text) && !/[\p{Cc}\\]/u.test(text);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // a lone % is not a valid path
  }
}
