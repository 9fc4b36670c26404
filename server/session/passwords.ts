import { hash, verify } from "@node-rs/argon2";

/** argon2id in the library's numbering (its own enum is not there at run time). */
const ARGON2ID = 2;
/** OWASP's least for argon2id: 19 MiB, two passes. About 40 ms, off the main thread. */
const parameters = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes under way at once. More would only queue in the thread pool, and starve file and DNS work there. */
const CONCURRENT_MAX = 2;

let underWay = 0;
const queue: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (underWay >= CONCURRENT_MAX) await new Promise<void>((resolve) => queue.push(resolve));
  else underWay++;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else underWay--;
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters));
}

export function verifyPassword({ hash: stored, password }: { hash: string; password: string }): Promise<boolean> {
  return inTurn(() => verify(stored, password));
}
