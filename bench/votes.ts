import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { API_PREFIX, type RequestOf } from "@survey-app/contract/http/endpoint.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { SURVEY_POLL_MS } from "../server/appParts.ts";
import { createTokens } from "../server/session/tokens.ts";
import { recount } from "../server/votes/ledger/verify.sql.ts";
import { type Ours, PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import { requestBytes } from "./load.ts";
import { addSurveys, addVoters, emailsSent } from "./population.sql.ts";
import { type Contestant, compete, type Pace, type Score } from "./rounds.ts";
import { startServer } from "./servers.ts";

/** More than any server handles in a second; a round without voters left ends early. */
export const VOTERS_PER_SECOND = 16_000;
export const SURVEYS = { "one hot survey": 1, "1,000 surveys": 1000 };
const SECRET = { results: "afterClose", privacy: "secret", ends_at: Date.now() + 24 * 3600_000 } as const;
const ANSWER_LENGTH = JSON.stringify({ insertedId: crypto.randomUUID(), receipt: "1234-0123-4567-89ab-cdef" }).length;

/** Bare Node that only parses the votes. */
export const ECHO = "bare node:http, stores nothing";

/** On PostgreSQL: bare Node with one insert per request, without tokens, counters or rate limits. */
export const ONE_INSERT = "bare node:http, one insert";

/** Measures durable votes per second through HTTP, each by a different user with their own token. */
export async function measureVotes(ours: Ours, pace: Pace): Promise<Record<string, Score[]>> {
  const { database } = ours;
  const tokens = createTokens(SESSION_SECRET, PUBLIC_URL);
  const voters = await addVoters(database, tokens, Math.ceil(VOTERS_PER_SECOND * pace.seconds));
  const [owner] = voters;
  if (!owner) throw new Error("There are no voters");
  let { votes } = await recount(database);

  /** Requires correct counters of all surveys and this many new votes. */
  const requireVotes = async (more: number) => {
    const counted = await recount(database);
    if (counted.mismatches.length > 0) throw new Error(`Wrong counters: ${JSON.stringify(counted.mismatches)}`);
    if (counted.votes !== votes + more)
      throw new Error(`${more} votes were acknowledged, ${counted.votes - votes} are stored`);
    votes = counted.votes;
  };

  /**
   * Waits for the emails about first votes. A thousand new surveys cause a thousand of them once: sending them takes
   * several seconds, and would slow down every server on this machine.
   */
  const firstVotesTold = async () => {
    await sleep(2 * SURVEY_POLL_MS);
    await emailsSent(database);
  };
  let told: Promise<void> | undefined;

  /** A contestant with its own surveys. */
  const contestant = (
    name: string,
    port: number,
    surveys: number,
    stores: boolean,
    settings: Parameters<typeof addSurveys>[3] = {},
  ): Contestant => {
    let ids: string[] = [];
    return {
      name,
      port,
      async requests(round) {
        // Each round has a new hot survey; with a thousand surveys every voter moves to the next one.
        if (round === 1 && surveys > 1) {
          told ??= firstVotesTold();
          await told;
        }
        if (round === 0 || surveys === 1) ids = await addSurveys(database, owner.userId, surveys, settings);
        return voters.map(({ token }, index) =>
          voteRequest(
            token,
            ids[(index + round) % surveys] ?? "",
            index % 3 === 0 ? 0 : 1,
            settings.privacy === "secret" ? { ticket: randomBytes(16).toString("hex") } : {},
          ),
        );
      },
      options: { repeat: !stores },
      check: (answered) => requireVotes(stores ? answered : 0),
    };
  };

  const { DATA_DIR = "", DATABASE_URL } = ours.env;
  const floor = await startServer("bench/bareServer.ts", { args: ["store", DATA_DIR, DATABASE_URL ?? ""] });
  const echo = await startServer("bench/bareServer.ts", { args: ["echo", String(ANSWER_LENGTH)] });
  const insert = DATABASE_URL ? await startServer("bench/bareServer.ts", { args: ["insert", DATABASE_URL] }) : null;
  try {
    const scores: Record<string, Score[]> = {};
    for (const [pattern, surveys] of Object.entries(SURVEYS)) {
      scores[`votes, ${pattern}`] = await compete(
        [
          contestant("bare node:http, our store", floor.port, surveys, true),
          contestant(ECHO, echo.port, surveys, false),
          contestant("our server", ours.server.port, surveys, true),
          contestant("our server, secret votes", ours.server.port, surveys, true, SECRET),
          ...(insert ? [contestant(ONE_INSERT, insert.port, surveys, false)] : []),
        ],
        pace,
      );
    }
    return scores;
  } finally {
    await insert?.stop();
    await echo.stop();
    await floor.stop();
  }
}

/** @param more the `ticket` of a secret vote */
export function voteRequest(
  token: string,
  surveyId: string,
  choice: 0 | 1,
  more: Pick<RequestOf<typeof castVote>["body"], "ticket"> = {},
): Buffer {
  const body = JSON.stringify({ SurveyID: surveyId, vote: choice, comments: "", inapp: "", ...more });
  return requestBytes(castVote.method, API_PREFIX + castVote.path, { authorization: `Bearer ${token}` }, body);
}
