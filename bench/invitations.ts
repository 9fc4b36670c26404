import { setTimeout as sleep } from "node:timers/promises";
import {
  addInvitations,
  INVITATION_ROWS_MAX,
  listInvitations,
  sendInvitations,
} from "@survey-app/contract/invitations.ts";
import { castVote } from "@survey-app/contract/votes.ts";
import { API_PREFIX } from "../server/http/endpoints.ts";
import { createTokens } from "../server/session/tokens.ts";
import { ENGINES, PUBLIC_URL, SESSION_SECRET, startOurs } from "./engines.ts";
import { addSurveys, addVoters, makeAdmin } from "./population.sql.ts";

/**
 * `node bench/invitations.ts [people]`: imports a list of that many people through HTTP on each engine, first as a dry run,
 * and sends their links for half a minute; measures how long votes on another survey take meanwhile.
 */
const people = Number(process.argv[2] ?? 100_000);
/** How long the sending of links is measured. */
const SENDING_MS = 30_000;

/** One vote after the other, with pauses of 10 ms, until it is stopped. @returns their durations in milliseconds, sorted */
async function vote(send: (index: number) => Promise<Response>, signal: AbortSignal): Promise<number[]> {
  const durations: number[] = [];
  for (let index = 0; !signal.aborted; index++) {
    const began = performance.now();
    const response = await send(index);
    if (!response.ok) throw new Error(await response.text());
    durations.push(performance.now() - began);
    await sleep(10);
  }
  return durations.sort((a, b) => a - b);
}

const shown = (durations: readonly number[]) => {
  const at = (share: number) => (durations[Math.floor(durations.length * share)] ?? 0).toFixed(1);
  return `${durations.length} votes, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${(durations.at(-1) ?? 0).toFixed(1)} ms`;
};

for (const engine of ENGINES) {
  const ours = await startOurs(engine, [], false);
  try {
    const voters = await addVoters(ours.database, createTokens(SESSION_SECRET, PUBLIC_URL), 20_000);
    const [owner] = voters;
    if (!owner) throw new Error("There are no users");
    await makeAdmin(ours.database, owner.userId);
    const [list = ""] = await addSurveys(ours.database, owner.userId, 1, { electorate: "invited" });
    const [other = ""] = await addSurveys(ours.database, owner.userId, 1);
    const post = (path: string, token: string, body: object) =>
      fetch(`http://127.0.0.1:${ours.server.port}${API_PREFIX}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const rows = Array.from({ length: people }, (_, index) => ({
      email: `person.${index}@department-${index % 97}.example.org`,
      label: `Person ${index}`,
    }));
    const importAll = async (dryRun: boolean) => {
      const began = performance.now();
      let added = 0;
      for (let from = 0; from < rows.length; from += INVITATION_ROWS_MAX) {
        const body = { rows: rows.slice(from, from + INVITATION_ROWS_MAX), dryRun };
        const response = await post(addInvitations.path.replace(":id", list), owner.token, body);
        if (!response.ok) throw new Error(await response.text());
        added += ((await response.json()) as { added: number }).added;
      }
      if (added !== people) throw new Error(`${added} of ${people} were added`);
      return `${((performance.now() - began) / 1000).toFixed(1)} s`;
    };
    let voter = 0;
    const cast = () =>
      post(castVote.path, voters[++voter]?.token ?? "", { SurveyID: other, vote: voter % 2, comments: "", inapp: "" });
    const alone = await vote(cast, AbortSignal.timeout(3000));
    const stop = new AbortController();
    const during = vote(cast, stop.signal);
    const [checked, imported] = [await importAll(true), await importAll(false)];
    stop.abort();
    console.log(`${engine}: ${people} people checked in ${checked}, imported in ${imported}`);
    console.log(`  votes alone:     ${shown(alone)}\n  votes meanwhile: ${shown(await during)}`);
    const asked = await post(sendInvitations.path.replace(":id", list), owner.token, {});
    if (!asked.ok) throw new Error(await asked.text());
    const whileSending = await vote(cast, AbortSignal.timeout(SENDING_MS));
    const page = `${listInvitations.path.replace(":id", list)}?state=sent&limit=1`;
    const sent = await fetch(`http://127.0.0.1:${ours.server.port}${API_PREFIX}${page}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    console.log(
      `  ${sent.headers.get("x-total-count")} links sent in ${SENDING_MS / 1000} s, with ${shown(whileSending)}`,
    );
  } finally {
    await ours.stop();
  }
}
