import { apiErrors } from "@survey-app/contract/http/errors.ts";
import { escapeHtml } from "@survey-app/contract/text/escapeHtml.ts";
import { docsTable } from "./docsTable.ts";

/** The sections of the guide: id and title. */
export const guideSections = [
  ["token", "Get a token"],
  ["keys", "Use an API key"],
  ["vote", "Cast a vote"],
  ["errors", "Errors"],
  ["pages", "Lists"],
  ["limits", "Rate limits"],
  ["streams", "Live totals"],
] as const;

type Section = (typeof guideSections)[number][0];

/**
 * The guide above the list of endpoints: authentication, errors, pagination, rate limits and streams. Its commands run
 * unchanged.
 */
export function docsGuide(origin: string): string {
  const texts: Record<Section, string> = { token: token(origin), keys, vote, errors: errors(), pages, limits, streams };
  return guideSections.map(([id, title]) => `<h2 id="${id}">${title}</h2>${texts[id]}`).join("");
}

/** A block of commands; readers run all blocks in one shell, in order. */
const run = (commands: string) => `<pre class="run" tabindex="0">${escapeHtml(commands.trim())}</pre>`;

const token = (
  origin: string,
) => `<p>Most endpoints that are not public need a bearer token. You get it from the session that signing in creates. It is
valid for 15 minutes; request the next one in the same way. When a session ends, its tokens stop working immediately.</p>
${run(`
API=${origin}/api
EMAIL=you@example.org
PASSWORD='Your0wn!word'
`)}${run(`
# Sign in. Save the session cookie to a file.
curl -sS -c cookies.txt -H "Content-Type: application/json" \\
  -d "{\\"email\\":\\"$EMAIL\\",\\"password\\":\\"$PASSWORD\\"}" "$API/auth/sign-in/email"
# Exchange the cookie for a token. After a change of your role the response also sets a new cookie.
TOKEN=$(curl -sS -b cookies.txt -c cookies.txt -H "Content-Type: application/json" \\
  -d "{\\"email\\":\\"$EMAIL\\"}" "$API/jwt" | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
# Use the token.
curl -sS -H "Authorization: Bearer $TOKEN" "$API/user/$EMAIL"
`)}`;

const keys = `<p>A program that runs without you uses an API key instead of a token. Create one on your profile page, or as below within ten
minutes after signing in. It is shown once. Each key has scopes: <code>read</code> is for reading what you can read about
surveys, <code>vote</code> for voting and commenting as you, <code>manage</code> for your own surveys. A key never opens
what concerns your account, payments or an admin's rights: such endpoints respond with <code>403 scopeRequired</code>. The
limits are those of your account. Revoke a key that you don't need; a new password revokes all of them.</p>
${run(`
KEY=$(curl -sS -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{"name":"My program","scopes":["read","vote"],"days":90}' "$API/me/api-keys" | sed 's/.*"key":"\\([^"]*\\)".*/\\1/')
curl -sS -H "Authorization: Bearer $KEY" "$API/me/numbers"
`)}`;

const vote = `<p>The server responds once the vote and its count are durably stored. Sending the same vote again returns the same id, so
it is safe to retry after a lost connection. Sending the opposite vote returns <code>409 alreadyVoted</code>.</p>
${run(`
SURVEY=$(curl -sS "$API/letest/surveyor" | sed 's/^\\[{"_id":"\\([^"]*\\)".*/\\1/')
curl -sS -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d "{\\"SurveyID\\":\\"$SURVEY\\",\\"vote\\":1}" "$API/serveyVoting"
curl -sS "$API/surveys/$SURVEY/results"
`)}`;

const errors =
  () => `<p>Errors are <code>application/problem+json</code> (RFC 9457): <code>code</code> is one of the codes below,
<code>detail</code> is a sentence for people, <code>errors</code> lists the invalid fields (with a <code>code</code> for messages that forms show), and <code>requestId</code>
identifies the request in the server's log. <code>401</code> means that there is no valid token, <code>403</code> that this
user is not allowed to do this. Admins get <code>signInAgain</code> when they signed in more than twelve hours ago.
<code>429</code> and <code>503</code> say in <code>Retry-After</code> after how many seconds to retry.</p>
${run(`
curl -sS "$API/surveyor/no-such-survey"
`)}<details><summary>All errors</summary>${errorTable()}</details>`;

const pages = `<p>Lists are paginated by cursor: <code>limit</code> rows a page (default 24, maximum 100). Without it, the lists of users,
surveys, votes, feedback, payments and participations have all their rows, up to 1,000 and 900 kB, unless the request searches or
filters. A page that would be longer than 900 kB has fewer rows, and so can one of users, where few match. <code>X-Total-Count</code> is the number of rows, with a plus, as in <code>50+</code>, where counting stopped. <code>Link: &lt;…&gt;; rel="next"</code> is the URL of
the next page; the last page has no such header. Rows added meanwhile don't shift the pages.</p>
${run(`
curl -sS -D headers.txt "$API/allSuryesPage?limit=1"
NEXT=$(sed -n 's/^link: <\\([^>]*\\)>.*/\\1/p' headers.txt)
curl -sS "\${API%/api}\${NEXT:-/api/allSuryesPage}"
`)}`;

const limits = `<p>Rate limits are listed with their endpoints. They count per account, for visitors per address, across all servers;
requests beyond the limit get <code>429</code>. Ten wrong passwords within 15 minutes block that sign-in from the address
for 15 minutes. A JSON body can have 64 kB, an image 5 MB.</p>`;

const streams = `<p>Endpoints that return <code>text/event-stream</code> send the current totals, then every change, at most twice a second.
<code>EventSource</code> reads them and reconnects automatically, after the delay that <code>retry:</code> sets. Equal ids
mean equal totals. Every 15 seconds an event of the type <code>beat</code> shows that the stream still gets through; a client that
hears nothing for 35 seconds is better off reading <code>GET /surveys/totals?surveys=…</code> every few seconds, as behind proxies
that keep streams back. An address can have at most 100 open streams.</p>
${run(`
curl -sSN --max-time 1 "$API/surveys/$SURVEY/events" || true
`)}`;

function errorTable(): string {
  const rows = Object.entries(apiErrors).map(([code, [status, sentence]]) => [
    `<code>${code}</code>`,
    String(status),
    escapeHtml(sentence),
  ]);
  return docsTable(["Code", "Status", "Sentence"], rows);
}
