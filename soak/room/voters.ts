import { Agent } from "node:http";
import { Worker, workerData } from "node:worker_threads";
import { send } from "./send.ts";

/** Votes that are in flight at a time. */
const AT_ONCE = 16;

interface Voters {
  port: number;
  path: string;
  surveyId: string;
  /** Each votes once. */
  tokens: string[];
  /** The thread's counters: votes sent, votes refused, whether to stop, and its CPU time in microseconds. */
  shared: Int32Array;
}
const [VOTES, FAILED, STOP, CPU] = [0, 1, 2, 3];

/** People vote on a survey, from a separate thread, so that nothing else in this process delays them. */
export function startVoters(work: Omit<Voters, "shared">) {
  const shared = new Int32Array(new SharedArrayBuffer(16));
  const worker = new Worker(new URL(import.meta.url), { workerData: { ...work, shared } satisfies Voters });
  const ended = new Promise<void>((resolve, reject) => {
    worker.once("exit", () => resolve());
    worker.once("error", reject);
  });
  return {
    votes: () => Atomics.load(shared, VOTES),
    failed: () => Atomics.load(shared, FAILED),
    /** The CPU time of the thread, in seconds. */
    seconds: () => Atomics.load(shared, CPU) / 1e6,
    async stop(): Promise<void> {
      Atomics.store(shared, STOP, 1);
      await ended;
    },
  };
}

async function vote({ port, path, surveyId, tokens, shared }: Voters): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const body = { SurveyID: surveyId, vote: 1 };
  const each = async () => {
    for (let token = tokens.pop(); token && !Atomics.load(shared, STOP); token = tokens.pop()) {
      const status = await send({ agent, port, path, method: "POST", token, body });
      Atomics.add(shared, status === 200 ? VOTES : FAILED, 1);
      const { user, system } = process.threadCpuUsage();
      Atomics.store(shared, CPU, user + system);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, each));
  agent.destroy();
}

if (workerData) await vote(workerData as Voters);
