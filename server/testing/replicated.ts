import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canStartPostgres, type Postgres, startPostgres } from "../../tools/postgres.ts";

/** A PostgreSQL server of the test's own, with a streaming replica, both empty. */
export interface Replicated {
  databaseUrl: string;
  replicaUrl: string;
  replica: Postgres;
  /** A folder of this test's own. */
  dataDir: string;
  remove(): Promise<void>;
}

export const canReplicate = canStartPostgres;

export async function startReplicated(): Promise<Replicated> {
  const primary = await startPostgres({ durable: false, own: true });
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  const remove = async (...servers: Postgres[]) => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const replica = await startPostgres({ durable: false, replicaOf: primary.url });
    return {
      databaseUrl: primary.url,
      replicaUrl: replica.url,
      replica,
      dataDir,
      remove: () => remove(replica, primary),
    };
  } catch (error) {
    await remove(primary);
    throw error;
  }
}
