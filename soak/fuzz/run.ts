import { ENGINES, type Engine } from "../../bench/engines.ts";
import { startAttackTarget } from "../../server/testing/attackTarget.ts";
import { startPostgres } from "../../tools/test/postgres.ts";
import { fuzz, type OperationReport } from "./fuzz.ts";

/**
 * `npm run soak -- fuzz [cases] [seed] [sqlite|postgres]`: sends this many requests to every operation, and prints the
 * responses' statuses.
 */
const [cases = "1000", seed = String(Date.now() % 2 ** 31), only] = process.argv.slice(2);
const began = performance.now();
let failures = 0;
for (const engine of only ? [only as Engine] : ENGINES) {
  console.log(`\n${engine}, ${cases} requests for each operation, seed ${seed}`);
  failures += await fuzzOn(engine);
}
console.log(`\n${failures} operations failed; ${Math.round((performance.now() - began) / 1000)} s`);
process.exit(failures ? 1 : 0);

async function fuzzOn(engine: Engine): Promise<number> {
  const postgres = engine === "postgres" ? await startPostgres({ durable: false }) : null;
  const target = await startAttackTarget(postgres?.url ?? null);
  try {
    const reports = await fuzz({ ...target, cases: Number(cases), seed: Number(seed), onOperation: print });
    return reports.filter(({ failure }) => failure).length;
  } finally {
    await target.close();
    await postgres?.stop();
  }
}

function print({ operationId, statuses, failure }: OperationReport): void {
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${String(count).padStart(4)}`);
  console.log(`${operationId.padEnd(30)} ${counts.join("  ")}`);
  if (failure) console.error(`  FAILED ${failure}`);
}
