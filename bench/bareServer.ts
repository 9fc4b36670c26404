import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

/**
 * The baseline: a bare `node:http` server.
 * - `echo <length>` reads a JSON body and responds with one of that length.
 * - `store <folder> [url]` does the same, and stores the votes as our server does: the baseline of votes. It doesn't
 *   check the token.
 * - `insert <url>` does the same, with one insert into that PostgreSQL database per request.
 * - `static <url>` serves the response of that URL from memory.
 * - `page` serves a page with only a heading and a sentence.
 */
const [kind, argument = "", url = ""] = process.argv.slice(2);
const port = Number(process.env.PORT);

if (kind === "echo") {
  const insertedId = "x".repeat(Number(argument) - JSON.stringify({ insertedId: "" }).length);
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { vote } = JSON.parse(Buffer.concat(chunks).toString()) as { vote?: number };
      const body = JSON.stringify({ insertedId: vote === undefined ? "" : insertedId });
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
    });
  }).listen(port, "127.0.0.1");
} else if (kind === "store") {
  // Imported here, so that the other kinds load nothing.
  const { createEventBus } = await import("../server/database/events.ts");
  const { newId } = await import("../server/database/newId.ts");
  const { openDatabase } = await import("../server/process/openDatabase.ts");
  const { createVoteWriter } = await import("../server/votes/storing/voteWriter.ts");
  const database = openDatabase({ databaseUrl: url || null, dataDir: argument });
  const { cast } = await createVoteWriter(database.forVotes, createEventBus(null));
  const voters = new Map<string, string>();
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const { SurveyID: surveyId, vote } = JSON.parse(Buffer.concat(chunks).toString());
      const { authorization = "" } = request.headers;
      const userId = voters.get(authorization) ?? subjectOf(authorization);
      voters.set(authorization, userId);
      const ballot = { id: newId(), surveyId, userId, choice: vote, comment: "", report: "" };
      const result = await cast(ballot);
      const body = JSON.stringify(
        result.kind === "stored" ? { insertedId: result.id, receipt: result.receipt } : result,
      );
      response
        .writeHead(result.kind === "stored" ? 200 : 500, {
          "content-type": "application/json",
          "content-length": body.length,
        })
        .end(body);
    });
  }).listen(port, "127.0.0.1");
} else if (kind === "page") {
  const page = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bare</title>
    <h1>A bare page</h1><p>Nothing is loaded with it, and nothing runs.</p></html>`;
  createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(page);
  }).listen(port, "127.0.0.1");
} else if (kind === "insert") {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ connectionString: argument, max: 16 });
  await pool.query("create table if not exists bare_votes (id text primary key, survey_id text, vote integer)");
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const { SurveyID, vote } = JSON.parse(Buffer.concat(chunks).toString()) as { SurveyID?: string; vote?: number };
      const insertedId = randomUUID();
      await pool.query("insert into bare_votes values ($1, $2, $3)", [insertedId, SurveyID, vote]);
      const body = JSON.stringify({ insertedId });
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
    });
  }).listen(port, "127.0.0.1");
} else {
  const response = await fetch(argument);
  const type = response.headers.get("content-type") ?? "";
  const bytes = Buffer.from(await response.arrayBuffer());
  createServer((_request, response) => {
    response.writeHead(200, { "content-type": type, "content-length": bytes.length }).end(bytes);
  }).listen(port, "127.0.0.1");
}

/** The user of a bearer token, without any check. */
function subjectOf(authorization: string): string {
  const [, payload = ""] = authorization.split(".");
  return (JSON.parse(Buffer.from(payload, "base64url").toString()) as { sub: string }).sub;
}
