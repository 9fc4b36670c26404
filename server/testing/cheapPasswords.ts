import { setTimeout as sleep } from "node:timers/promises";
import { hash } from "@node-rs/argon2";
import { createPasswordHasher, type PasswordHasher } from "../session/passwords/passwordHash.ts";

/** argon2id at its cheapest, because tests sign up and sign in thousands of times. */
export const cheapPasswords = createPasswordHasher((password) =>
  hash(password, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 }),
);

/** Computes cheaply but takes as long as production, for tests of races and response times. */
export const slowPasswords: PasswordHasher = {
  hash: (password) => delayed(cheapPasswords.hash(password)),
  verify: (stored) => delayed(cheapPasswords.verify(stored)),
};

async function delayed<T>(work: Promise<T>): Promise<T> {
  const result = await work;
  await sleep(40);
  return result;
}
