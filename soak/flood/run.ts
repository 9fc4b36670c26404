import { setTimeout as sleep } from "node:timers/promises";
import { PUBLIC_URL, SESSION_SECRET } from "../../bench/engines.ts";
import { type Filled, fillDatabase, type Production, startProduction } from "../../bench/production.ts";
import { megabytes } from "../../bench/start.ts";
import { createTokens } from "../../server/session/tokens.ts";
import { makePerson } from "../../server/testing/people.ts";
import { type Honest, sendHonestRequests, startFlood, uploadEndlessly } from "./flood.ts";

/**
 * `npm run soak -- flood [slow connections] [seconds]`: honest requests before and during slow connections and floods,
 * and the memory that the server needs during these and during endless uploads.
 */
const [slow = "2000", seconds = "20"] = process.argv.slice(2);
const HONEST = {
  paths: ["/", "/surveysPages", "/api/letest/surveyor", "/readyz"],
  clients: 10,
  ms: Number(seconds) * 1000,
};
/** Of 1 GB each. */
const UPLOADS = 3;

const filled = await fillDatabase("sqlite");
const server = await startProduction(filled);
try {
  const isRight = [await underFlood(server), await underUploads(filled, server)];
  process.exitCode = isRight.every(Boolean) ? 0 : 1;
} finally {
  await server.stop();
  await filled.remove();
}

async function underFlood(server: Production): Promise<boolean> {
  const { port } = server;
  await sendHonestRequests(port, { ...HONEST, ms: 5000 });
  const before = await sendHonestRequests(port, HONEST);
  const memory = megabytes(server, "VmRSS");
  const flood = await startFlood(port, { slow: Number(slow), flooders: 8 });
  await sleep(2000);
  const opened = flood.open();
  const during = await sendHonestRequests(port, HONEST);
  const growth = megabytes(server, "VmHWM") - memory;
  console.log(`${opened} slow connections, still ${flood.open()} at the end; ${flood.ended()} floods answered or cut`);
  flood.stop();
  const ratio = during.p99 / before.p99;
  console.log(
    `before: ${formatHonest(before)}\nduring: ${formatHonest(during)}\np99 × ${ratio.toFixed(2)} (at most 2), memory + ${growth} MB`,
  );
  return during.failed.length === 0 && ratio <= 2;
}

async function underUploads({ database }: Filled, server: Production): Promise<boolean> {
  const tokens = createTokens(SESSION_SECRET, PUBLIC_URL);
  const uploader = await makePerson(database, tokens);
  const memory = megabytes(server, "VmRSS");
  for (let upload = 0; upload < UPLOADS; upload++) {
    const { status, sent } = await uploadEndlessly(server.port, uploader.token, 1024 ** 3);
    console.log(`an upload of 1 GB: ${status || "cut"} after ${(sent / 1e6).toFixed(1)} MB`);
    // A client that keeps sending may see the end of the connection before the response.
    if (![0, 413].includes(status) || sent > 50e6) return false;
  }
  const growth = megabytes(server, "VmRSS") - memory;
  console.log(`memory + ${growth} MB (at most 150)`);
  return growth <= 150;
}

function formatHonest({ answered: response, failed, p50, p99 }: Honest): string {
  const failures = `${failed.length} failed ${failed.slice(0, 3).join(", ")}`;
  return `${response} answered, ${failures}, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}
