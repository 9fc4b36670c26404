import { cardPath } from "@survey-app/contract/sharing.ts";
import { createTokens } from "../server/session/tokens.ts";
import { type Ours, PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import { readUse } from "./live.ts";
import { type Load, load, requestBytes } from "./load.ts";
import { addSurveys, addVoters } from "./population.sql.ts";
import { CONNECTIONS, median, type Pace } from "./rounds.ts";
import { VOTERS_PER_SECOND, voteRequest } from "./votes.ts";

/** Clients that load one card after the other: one is drawn, and the other waits. */
const CLIENTS = 2;
/** More cards than are drawn in a second. */
const CARDS_PER_SECOND = 20;
/** Cards whose CPU time is measured, without votes. */
const CARDS_ALONE = 20;

export interface CardScore {
  /** Cards that nobody has loaded before, and cards from the disk, both while people vote; medians of the rounds. */
  drawn: Load;
  stored: Load;
  /** Votes a second while cards are drawn, of those without: the median of ratios within a round. */
  kept: number;
  /** The same without cards: how far the machine alone is from 1. */
  control: number;
  /** CPU time of the server for a card, in milliseconds, and its size. */
  cpuMs: number;
  bytes: number;
}

/** Measures how soon cards are there while people vote on a hot survey, and how much they slow down voting. */
export async function measureCards({ server, database }: Ours, { rounds, seconds }: Pace): Promise<CardScore> {
  const tokens = createTokens(SESSION_SECRET, PUBLIC_URL);
  const voters = await addVoters(database, tokens, Math.ceil(VOTERS_PER_SECOND * seconds));
  const owner = voters[0]?.userId ?? "";

  const vote = async () => {
    const [id = ""] = await addSurveys(database, owner, 1);
    const requests = voters.map(({ token }, index) => voteRequest(token, id, index % 3 === 0 ? 0 : 1));
    return load(server.port, requests, { seconds, connections: CONNECTIONS, repeat: false });
  };
  const newCards = async () => {
    const count = Math.ceil(CARDS_PER_SECOND * seconds);
    const titles = Array.from(
      { length: count },
      (_, index) => `Should we really do everything that number ${index} says?`,
    );
    const ids = await addSurveys(database, owner, count, { titles });
    return ids.map((_id) => requestBytes("GET", cardPath({ _id, version: 1, closedAt: null }, {})));
  };
  const loadCards = (requests: Buffer[], repeat: boolean, atMost = seconds) =>
    load(server.port, requests, { seconds: atMost, connections: CLIENTS, repeat });

  // The first card starts the thread.
  await loadCards((await newCards()).slice(0, 5), false);
  const cpu = readUse(server.pid).seconds;
  await loadCards((await newCards()).slice(0, CARDS_ALONE), false, CARDS_ALONE);
  const cpuMs = ((readUse(server.pid).seconds - cpu) * 1000) / CARDS_ALONE;
  const drawn: Load[] = [];
  const stored: Load[] = [];
  const kept: number[] = [];
  const control: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const cards = await newCards();
    let loaded: Load | undefined;
    const withCards = async () => {
      const [votes, load] = await Promise.all([vote(), loadCards(cards, false)]);
      loaded = load;
      drawn.push(load);
      return votes;
    };
    // Each of the three comes first, second and last in turn.
    const rates: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const which = (round + turn) % 3;
      rates[which] = (await (which === 0 ? withCards() : vote())).perSecond;
    }
    const [during = 0, before = 0, again = 0] = rates;
    kept.push((2 * during) / (before + again));
    control.push(before / again);
    const [, fromDisk] = await Promise.all([vote(), loadCards(cards.slice(0, loaded?.answered), true)]);
    stored.push(fromDisk);
  }
  const [id = ""] = await addSurveys(database, owner, 1);
  const card = cardPath({ _id: id, version: 1, closedAt: null }, {});
  const bytes = (await (await fetch(`http://127.0.0.1:${server.port}${card}`)).arrayBuffer()).byteLength;
  const loads = { drawn: medians(drawn), stored: medians(stored) };
  return { ...loads, kept: median(kept), control: median(control), cpuMs, bytes };
}

function medians(loads: readonly Load[]): Load {
  const over = (read: (each: Load) => number) => median(loads.map(read));
  return {
    answered: over(({ answered }) => answered),
    perSecond: over(({ perSecond }) => perSecond),
    p50: over(({ p50 }) => p50),
    p99: over(({ p99 }) => p99),
  };
}

export function printCards(engine: string, { drawn, stored, kept, control, cpuMs }: CardScore): void {
  const line = ({ perSecond, p50, p99 }: Load) =>
    `${perSecond.toFixed(1)} a second, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
  console.log(`
${engine}: cards of shared links while people vote on one survey, ${CLIENTS} clients
  drawn        ${line(drawn)}; ${cpuMs.toFixed(0)} ms of CPU each
  from disk    ${line(stored)}
  votes kept   ${(100 * kept).toFixed(1)} % while cards are drawn; without cards ${(100 * control).toFixed(1)} %`);
}
