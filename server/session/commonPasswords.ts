import { refuseField } from "../http/refuse.ts";

/** The fifty thousand passwords that are met most often, in lower case. */
let common: Promise<ReadonlySet<string>> | undefined;

/** Read with the first new password: 10 MB. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].map(String));
}

/** Whether guessers try this password first. */
export async function isCommon(password: string): Promise<boolean> {
  common ??= readCommon();
  return (await common).has(password.toLowerCase());
}

/** Refuses a new password that guessers try first (security 15). */
export async function demandUncommon(password: string, field: string): Promise<void> {
  if (await isCommon(password))
    throw refuseField(field, "This password is one of the most common ones. Choose another.");
}
