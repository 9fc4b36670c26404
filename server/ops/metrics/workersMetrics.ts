import cluster from "node:cluster";
import { AggregatorRegistry, type Registry } from "@prometheus-io/client";
import { serveMetrics } from "./serveMetrics.ts";

/** Serves the sum of all workers' metrics until this process ends; call it in their parent process. */
export async function serveWorkersMetrics(address: { port: number; host: string }): Promise<void> {
  const workers = new AggregatorRegistry();
  await serveMetrics({ metrics: () => workers.clusterMetrics(), contentType: workers.contentType }, address);
}

/** In a worker, makes the parent process serve these metrics. @returns whether this is a worker */
export function shareMetrics(registry: Registry): boolean {
  if (!cluster.isWorker) return false;
  AggregatorRegistry.setRegistries([registry]);
  // Its constructor starts to listen for the parent's requests.
  new AggregatorRegistry();
  return true;
}
