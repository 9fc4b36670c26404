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

/** Hashes passwords and compares them with hashes. @throws {BusyError} when too many wait */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(stored: { hash: string; password: string }): Promise<boolean>;
}

/** @param compute makes the hash; tests give a cheaper one */
export function createPasswordHasher(
  compute = (password: string): Promise<string> => hash(password, parameters),
): PasswordHasher {
  const semaphore = new Semaphore(CONCURRENT_MAX, QUEUE_MAX);
  return {
    hash: (password) => semaphore.run(() => compute(password)),
    verify: ({ hash: stored, password }) => semaphore.run(() => verify(stored, password)),
  };
}

/** The hasher of this process. */
export const passwordHasher = createPasswordHasher();
