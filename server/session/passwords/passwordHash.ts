import { hash, verify } from "@node-rs/argon2";
import { Semaphore } from "../../concurrency/semaphore.ts";

/** The library's number for argon2id (its enum doesn't exist at run time). */
const ARGON2ID = 2;
/** OWASP's minimum for argon2id: 19 MiB, two passes. About 40 ms, off the main thread. */
const parameters = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Concurrent hashes. More would only queue in the thread pool, and starve its file and DNS operations. */
export const CONCURRENT_MAX = 2;
/** Hashes that wait: five seconds of work. Requests beyond that get 503 immediately instead of after a minute. */
export const QUEUE_MAX = 250;

/**
 * Normalizes a password before it is hashed: keyboards and systems write "é" as one character or as two, and people
 * can't see the difference (RFC 8265).
 */
const composed = (password: string): string => password.normalize("NFC");

/** Hashes passwords and compares them with hashes. @throws {BusyError} when too many wait */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(stored: { hash: string; password: string }): Promise<boolean>;
}

/** @param compute computes the hash; tests pass a cheaper function */
export function createPasswordHasher(
  compute = (password: string): Promise<string> => hash(password, parameters),
): PasswordHasher {
  const semaphore = new Semaphore(CONCURRENT_MAX, QUEUE_MAX);
  return {
    hash: (password) => semaphore.run(() => compute(composed(password))),
    verify: ({ hash: stored, password }) =>
      semaphore.run(async () => {
        if (await verify(stored, composed(password))) return true;
        // Earlier versions hashed the password as it was typed.
        return composed(password) !== password && (await verify(stored, password));
      }),
  };
}

/** The hasher of this process. */
export const passwordHasher = createPasswordHasher();
