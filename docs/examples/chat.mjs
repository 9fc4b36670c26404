// Forwards what happens to your surveys to a chat: one sentence each, to Slack or Matrix. docs/chat.md says how to use it.
// Needs Node 18 or newer and nothing else.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { SITE, SECRET = "", PORT = "8080", SLACK_URL, MATRIX_URL, MATRIX_ROOM, MATRIX_TOKEN } = process.env;
const key = Buffer.from(SECRET.replace("whsec_", ""), "base64");
if (!SITE || key.length === 0 || !(SLACK_URL || (MATRIX_URL && MATRIX_ROOM && MATRIX_TOKEN)))
  throw new Error("Set SITE, SECRET, and SLACK_URL or MATRIX_URL, MATRIX_ROOM and MATRIX_TOKEN");

/** The longest body, in bytes: events have ids only. */
const BODY_MAX = 10_000;
/** How old a request may be, in seconds: an older one can be a copy that somebody has kept. */
const AGE_MAX = 300;
/** Requests that were forwarded: one can arrive twice, and Slack would show it twice. */
const forwarded = new Set();

/** Whether our site has signed the request: HMAC-SHA-256 of id, time and body, once for each valid secret. */
function isSigned(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures = "" } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= AGE_MAX)) return false;
  const expected = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest();
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature.replace("v1,", ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** The kind of feed entry that tells about each event; null: the chat hears nothing of it, as of events that this program doesn't know. */
const FEED_KINDS = {
  "survey.published": "published",
  "survey.unpublished": null,
  // Feeds tell results at the close.
  "survey.shown": null,
  "survey.closed": "closed",
  "survey.outcome": "outcome",
};

/**
 * What to say about an event; null for nothing. It is read from the survey's public feed, as a visitor of the site would: a result that
 * is hidden or too small to show is not in it, and neither are numbers while people vote.
 */
async function sentenceOf({ type, data }) {
  if (type === "test") return "Messages from Survey App arrive here.";
  const kind = FEED_KINDS[type] ?? null;
  if (kind === null) return null;
  const response = await fetch(new URL(`/surveys/${encodeURIComponent(data.surveyId)}/feed.json`, SITE));
  // Unpublished meanwhile, or not public yet.
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`The site answered ${response.status}`);
  const { items } = await response.json();
  // Newest first.
  const item = items.find(({ id }) => id.split(":")[3] === kind);
  if (!item) throw new Error(`The feed has no event "${kind}" yet`);
  const [firstLine] = item.content_text.split("\n");
  return [item.title, ...(kind === "published" ? [] : [firstLine]), item.url].join(" ");
}

/** https://docs.slack.dev/messaging/formatting-message-text: these three have a meaning, such as in "<!channel>". */
const forSlack = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

async function send(text, id) {
  const [url, method, headers, body] = SLACK_URL
    ? [SLACK_URL, "POST", {}, { text: forSlack(text), unfurl_links: false }]
    : [
        // The id makes Matrix show a repeated request once.
        `${MATRIX_URL}/_matrix/client/v3/rooms/${encodeURIComponent(MATRIX_ROOM)}/send/m.room.message/${encodeURIComponent(id)}`,
        "PUT",
        { authorization: `Bearer ${MATRIX_TOKEN}` },
        // Without mentions: a question with "@room" in it must not call everybody.
        { msgtype: "m.notice", body: text, "m.mentions": {} },
      ];
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The chat answered ${response.status}`);
}

async function read(request) {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) {
    body += chunk;
    if (body.length > BODY_MAX) return null;
  }
  return body;
}

async function handle(request) {
  const body = await read(request);
  if (body === null || !isSigned(request.headers, body)) return 401;
  const id = request.headers["webhook-id"];
  if (forwarded.has(id)) return 204;
  const text = await sentenceOf(JSON.parse(body));
  if (text !== null) await send(text, id);
  forwarded.add(id);
  if (forwarded.size > 1000) forwarded.delete(forwarded.values().next().value);
  return 204;
}

createServer((request, response) => {
  handle(request).then(
    (status) => response.writeHead(status).end(),
    (error) => {
      console.error(error.message);
      // The site sends the event again later.
      response.writeHead(502).end();
    },
  );
}).listen(Number(PORT), function () {
  console.log(`Waiting for events on port ${this.address().port}`);
});
