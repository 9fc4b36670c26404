import type { Config } from "../config.ts";
import { fieldError } from "../http/apiError.ts";
import { createBreachedPasswordCheck, type WarnLog } from "./breachedPasswords.ts";
import { DEMO_PASSWORD } from "./demoAccounts.ts";
import { findKnownWord, type KnownWord, type Owner } from "./knownWords.ts";

export type NewPasswordSettings = Pick<Config, "sandbox" | "breachedPasswordsUrl">;

/** What every new password is held to, besides its composition (security 15, ASVS 6.2). */
export interface NewPasswords {
  /** Why guessers would find this password, as the end of a sentence that begins with "This password is"; null if not. */
  weaknessOf(password: string, owner: Owner): Promise<string | null>;
  /** Refuses what has such a weakness, at the field that it was typed into. */
  demandStrong(password: string, owner: Owner, field: string): Promise<void>;
}

const weaknesses: Record<KnownWord, string> = {
  common: "one of the most common ones, or close to one",
  own: "mostly your name, your e-mail address or the name of this site",
};

export function makeNewPasswords({ sandbox, breachedPasswordsUrl }: NewPasswordSettings, log: WarnLog): NewPasswords {
  const isBreached = createBreachedPasswordCheck(breachedPasswordsUrl, log);

  async function weaknessOf(password: string, owner: Owner): Promise<string | null> {
    // Outside production everybody is told this one, and types it, or a bit more, for accounts to try things with.
    if (sandbox && password.startsWith(DEMO_PASSWORD)) return null;
    const word = await findKnownWord(password, owner);
    if (word) return weaknesses[word];
    if (await isBreached(password)) return "in a public list of stolen ones";
    return null;
  }

  return {
    weaknessOf,
    async demandStrong(password, owner, field) {
      const weakness = await weaknessOf(password, owner);
      if (weakness) throw fieldError(field, `This password is ${weakness}. Choose another.`);
    },
  };
}
