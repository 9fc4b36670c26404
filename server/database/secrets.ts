/**
 * The values of SESSION_SECRET, by their remaining uses. `accepted` and `readable` begin with the current one, with
 * which new tokens, links and codes are made.
 */
export interface Secrets {
  /** Those whose signatures, links and codes are accepted: the current secret and the retired ones. */
  accepted: readonly [string, ...string[]];
  /** Those that others may know. Nothing made with them is accepted. */
  leaked: readonly string[];
  /** All of them: hashes and archives that only the server keeps are read with each secret that can have made them. */
  readable: readonly [string, ...string[]];
}

export function secretsOf({
  sessionSecret,
  formerSecrets,
  leakedSecrets,
}: {
  sessionSecret: string;
  formerSecrets: readonly string[];
  leakedSecrets: readonly string[];
}): Secrets {
  const accepted = [sessionSecret, ...formerSecrets] as const;
  return { accepted, leaked: leakedSecrets, readable: [...accepted, ...leakedSecrets] };
}
