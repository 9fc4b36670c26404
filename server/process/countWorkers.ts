import { availableParallelism, totalmem } from "node:os";
import type { Config } from "../config/config.ts";
import type { Room } from "../database/postgres/room.ts";
import { counted } from "../words/counted.ts";

/** Connections that stay free for commands, backups and the operator's own tools. */
const FREE_CONNECTIONS = 5;
/** With distributed votes a process opens this many more connections (docs/several-instances.md). */
const DISTRIBUTED_CONNECTIONS = 15;
/** The memory of a worker, in bytes (docs/figures.md). */
const WORKER_BYTES = 250 * 1024 * 1024;

/** The number of processes that serve requests, and a note about it for the operator. */
export interface Workers {
  count: number;
  /** Null if there is nothing to say. */
  sentence: string | null;
}

/** The machine's resources. */
interface Machine {
  cores: number;
  /** The memory that this process and its children may take, in bytes. */
  bytes: number;
}

const thisMachine = (): Machine => ({
  cores: availableParallelism(),
  // The control group's limit, such as a container's `mem_limit`, can be larger than the machine's memory. 0: there is
  // none.
  bytes: Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()),
});

/**
 * Decides how many processes `WORKERS` starts. With `auto`: one per core, but no more than the connections of the
 * database and the memory allow. A number is taken as it is, because others may share neither.
 */
export function countWorkers(
  { workers, connections }: Pick<Config, "workers" | "connections">,
  { allowed, isDistributed }: Room,
  { cores, bytes }: Machine = thisMachine(),
): Workers {
  // One more connection receives notifications.
  const each = connections + 1 + (isDistributed ? DISTRIBUTED_CONNECTIONS : 0);
  const byDatabase = Math.floor((allowed - FREE_CONNECTIONS) / each);
  const byMemory = Math.floor(bytes / WORKER_BYTES);
  const count = workers === "auto" ? Math.max(1, Math.min(cores, byDatabase, byMemory)) : workers;
  const needs = `each opens up to ${each} connections, and the database allows this user ${allowed}`;
  if (count * each > allowed)
    return {
      count,
      sentence: `The database can run out of connections with ${counted(count, "worker")}: ${needs}. Lower DATABASE_CONNECTIONS${count === 1 ? "" : " or WORKERS"}, or raise max_connections there.`,
    };
  if (workers !== "auto" || count === cores) return { count, sentence: null };
  const limited = `WORKERS=auto starts ${counted(count, "worker")} on ${counted(cores, "core")}`;
  if (byDatabase <= byMemory)
    return {
      count,
      sentence: `${limited}: ${needs}. For more, lower DATABASE_CONNECTIONS, or raise max_connections there.`,
    };
  return {
    count,
    sentence: `${limited}: each takes about 250 MB, and ${Math.floor(bytes / 1024 ** 2)} MB are allowed. For more, raise mem_limit (MemoryMax of the systemd unit).`,
  };
}
