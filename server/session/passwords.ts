import { hash, verify } from "@node-rs/argon2";
import { Semaphore } from "../database/semaphore.ts";

/** argon2id in the library's numbering (its own enum is not there at run time). */
const ARGON2ID = 2;
/** OWASP's least for argon2id: 19 MiB, two passes. About 40 ms, off the main thread. */
const parameters = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes under way at once. More would only queue in the thread pool, and starve file and DNS work there. */
export const CONCURRENT_MAX = 2;
/** Hashes that wait: five seconds of work. Who comes after that is answered 503 at once, and not after a minute. */
export const QUEUE_MAX = 250;

const hashing = new Semaphore(CONCURRENT_MAX, QUEUE_MAX);

export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(password, parameters));
}

export function verifyPassword({ hash: stored, password }: { hash: string; password: string }): Promise<boolean> {
  return hashing.run(() => verify(stored, password));
}
