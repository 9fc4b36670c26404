import { DEMO_PASSWORD } from "@survey-app/contract/session/demoAccounts.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import type { Config } from "../../config/config.ts";
import { fieldError } from "../../http/apiError.ts";
import { createBreachedPasswordCheck, type WarnLog } from "./breachedPasswords.ts";
import { findKnownWord, type Owner } from "./knownWords.ts";

export type PasswordStrengthSettings = Pick<Config, "sandbox" | "breachedPasswordsUrl"> & Partial<Pick<Config, "site">>;

export type PasswordStrength = ReturnType<typeof createPasswordStrength>;

/**
 * The checks of every new password besides its composition, which the contract checks (security requirement H15, ASVS
 * 6.2).
 */
export function createPasswordStrength(
  { sandbox, breachedPasswordsUrl, site }: PasswordStrengthSettings,
  log: WarnLog,
) {
  const isBreached = createBreachedPasswordCheck(breachedPasswordsUrl, log);

  /** Says that the password is easy to guess, and why; null if it isn't. */
  async function weaknessOf(password: string, owner: Owner): Promise<string | null> {
    // Outside production the README offers this password, and people use it, or a longer form, for their test accounts.
    if (sandbox && password.startsWith(DEMO_PASSWORD)) return null;
    const word = await findKnownWord(password, site ? { ...owner, site: site.name } : owner);
    if (word) return formErrors.weakPassword[word];
    return (await isBreached(password)) ? formErrors.weakPassword.stolen : null;
  }

  return {
    weaknessOf,
    /** @throws {ApiError} a field error at `field` if the password is easy to guess */
    async requireStrongPassword(password: string, owner: Owner, field: string): Promise<void> {
      const weakness = await weaknessOf(password, owner);
      if (weakness) throw fieldError(field, weakness);
    },
  };
}
