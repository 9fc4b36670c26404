import { apiErrors } from "@survey-app/contract/errors.ts";
import { escapeHtml } from "./escapeHtml.ts";

/** Its parts, by id and title. */
export const guideParts = [
  ["token", "A token"],
  ["vote", "A vote"],
  ["errors", "Errors"],
  ["pages", "Lists"],
  ["limits", "Limits"],
  ["streams", "Totals that move"],
] as const;

type Part = (typeof guideParts)[number][0];

/** What stands above the calls: how to come in, what errors, pages, limits and streams look like. Its commands run as they stand. */
export function docsGuide(origin: string): string {
  const texts: Record<Part, string> = { token: token(origin), vote, errors: errors(), pages, limits, streams };
  return guideParts.map(([id, title]) => `<h2 id="${id}">${title}</h2>${texts[id]}`).join("");
}

/** Commands, one block after the other in one shell. */
const run = (commands: string) => `<pre class="run" tabindex="0">${escapeHtml(commands.trim())}</pre>`;

const token = (
  origin: string,
) => `<p>Most calls that are not for everybody take a bearer token. It comes from the session that signing in makes, and lives
15 minutes; ask for the next one as you asked for the first. A session that ends takes its tokens along at once.</p>
${run(`
API=${origin}/api
EMAIL=you@example.org
PASSWORD='Your0wn!word'
`)}${run(`
# Signing in sets a cookie, which is kept in a file.
curl -sS -c cookies.txt -H "Content-Type: application/json" \\
  -d "{\\"email\\":\\"$EMAIL\\",\\"password\\":\\"$PASSWORD\\"}" "$API/auth/sign-in/email"
# The cookie asks for the token; after a change of your role it comes back as another.
TOKEN=$(curl -sS -b cookies.txt -c cookies.txt -H "Content-Type: application/json" \\
  -d "{\\"email\\":\\"$EMAIL\\"}" "$API/jwt" | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
# The token speaks for you.
curl -sS -H "Authorization: Bearer $TOKEN" "$API/user/$EMAIL"
`)}`;

const vote = `<p>A vote is answered once it is stored together with its count. The same vote again is answered with the same id, so
trying again after a cut connection is safe; the opposite one is refused with <code>409 alreadyVoted</code>.</p>
${run(`
SURVEY=$(curl -sS "$API/letest/surveyor" | sed 's/^\\[{"_id":"\\([^"]*\\)".*/\\1/')
curl -sS -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d "{\\"SurveyID\\":\\"$SURVEY\\",\\"vote\\":1}" "$API/serveyVoting"
curl -sS "$API/surveys/$SURVEY/results"
`)}`;

const errors =
  () => `<p>Whatever is refused is <code>application/problem+json</code> (RFC 9457): <code>code</code> is one of a closed list,
<code>detail</code> is a sentence for people, <code>errors</code> says which fields are wrong, and <code>requestId</code>
finds the request in the server's log. <code>401</code> means: no valid token. <code>403</code>: this person may never do
this. <code>signInAgain</code>: admins get it twelve hours after signing in, until they do so again. <code>429</code> and
<code>503</code> say in <code>Retry-After</code> after how many seconds to come back.</p>
${run(`
curl -sS "$API/surveyor/no-such-survey"
`)}<details><summary>All refusals</summary>${refusalTable()}</details>`;

const pages = `<p>Lists come in pages of <code>limit</code> rows (24 where you don't say, 100 at most). <code>X-Total-Count</code> says how
many there are, <code>50+</code> where a search stopped counting, and <code>Link: &lt;…&gt;; rel="next"</code> is where the
next page is; without it you have seen the last one. Rows that are added meanwhile move none to another page.</p>
${run(`
curl -sS -D headers.txt "$API/allSuryesPage?limit=1"
NEXT=$(sed -n 's/^link: <\\([^>]*\\)>.*/\\1/p' headers.txt)
curl -sS "\${API%/api}\${NEXT:-/api/allSuryesPage}"
`)}`;

const limits = `<p>Calls that say so are limited for each person, and for visitors for each address, however many servers there are: beyond
the limit they are refused with <code>429</code>. Ten wrong passwords in a quarter of an hour shut a sign-in from that
address as long. JSON bodies hold 64 kB, pictures 5 MB.</p>`;

const streams = `<p>The calls that answer <code>text/event-stream</code> send totals now and whenever they have changed, at most twice a
second. <code>EventSource</code> reads them, comes back by itself after a cut, and is told by <code>retry:</code> when. Equal
ids mean equal totals. An address holds at most 100 streams.</p>
${run(`
curl -sSN --max-time 1 "$API/surveys/$SURVEY/events" || true
`)}`;

function refusalTable(): string {
  const rows = Object.entries(apiErrors).map(
    ([code, [status, sentence]]) =>
      `<tr><td>${status}</td><td><code>${code}</code></td><td>${escapeHtml(sentence)}</td></tr>`,
  );
  return `<table><tbody>${rows.join("")}</tbody></table>`;
}
