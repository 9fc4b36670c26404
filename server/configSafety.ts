/** What of the environment is judged for production. */
export type Given = Readonly<Record<string, string | undefined>>;

/** Words of examples and manuals, which end up in production by being copied. */
const PLACEHOLDER =
  /change.?(me|this|it)|replace.?(me|this)|placeholder|example|your.?(own)?.?(session)?.?secret|insert.?here|to.?do|password|passw0rd|qwerty|letmein|random.?characters/i;

/** Settings that nobody else may know, beside those whose addresses hold one. */
const SECRETS = ["GOOGLE_CLIENT_SECRET", "FACEBOOK_CLIENT_SECRET", "STRIPE_WEBHOOK_SECRET"] as const;

/** Fewer different characters than this are no random text: 32 hexadecimal digits have 14 on the average. */
const DISTINCT_MIN = 8;

/** What makes this environment unfit for production: a sentence for each, without its full stop; none when it is fit. */
export function unsafeSettings(given: Given): string[] {
  return [
    ...unsafeSessionSecret(given.SESSION_SECRET),
    ...unsafePublicUrl(given.PUBLIC_URL),
    ...unsafeApi(given),
    ...unsafeBreachedList(given.BREACHED_PASSWORDS_URL),
    ...unsafePasswords(given),
    ...unsafeStripe(given),
    ...(given.DEMO === "1" ? ["DEMO=1 is refused in production: demo accounts are public knowledge"] : []),
    ...(given.LIMITS === "off" ? ["LIMITS=off is refused in production: it is for measurements"] : []),
  ];
}

function unsafeSessionSecret(secret: string | undefined): string[] {
  if (secret === undefined)
    return ["SESSION_SECRET must be set in production, to at least 32 random characters (openssl rand -hex 32)"];
  // Shorter ones are refused wherever they are.
  if (secret.length < 32 || !isGuessable(secret)) return [];
  return ["SESSION_SECRET can be guessed: production needs random characters (openssl rand -hex 32)"];
}

/** Whether a text is an example's, repeats itself, or goes up and down the alphabet. */
export function isGuessable(secret: string): boolean {
  if (PLACEHOLDER.test(secret) || new Set(secret).size < DISTINCT_MIN || /^(.+?)\1+.{0,3}$/s.test(secret)) return true;
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).filter((code, at) => Math.abs(code - (codes[at] ?? 0)) === 1).length;
  return steps > codes.length / 2;
}

function unsafePublicUrl(address: string | undefined): string[] {
  if (address === undefined) return ["PUBLIC_URL must be set in production, to the address people open"];
  if (!isUnprotected(address)) return [];
  return ["PUBLIC_URL must begin with https: in production, or passwords and cookies travel unprotected"];
}

function unsafeApi({ API_BASE, CORS_ORIGINS = "" }: Given): string[] {
  const unprotected = CORS_ORIGINS.split(",").filter((each) => isUnprotected(each.trim()));
  return [
    ...(isUnprotected(API_BASE)
      ? ["API_BASE must begin with https: in production, or passwords travel unprotected"]
      : []),
    ...(unprotected.length > 0
      ? ["CORS_ORIGINS must begin with https: in production, or others on the way can act in their pages' place"]
      : []),
  ];
}

function unsafeBreachedList(address: string | undefined): string[] {
  if (!isUnprotected(address)) return [];
  return ["BREACHED_PASSWORDS_URL must begin with https: in production, or others read along and answer in its place"];
}

/** Whether what is sent there leaves this machine as it is. */
function isUnprotected(address: string | undefined): boolean {
  const url = URL.parse(address ?? "");
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url?.hostname ?? "");
  return url?.protocol === "http:" && !isHere;
}

function unsafePasswords(given: Given): string[] {
  const weak = SECRETS.filter((name) => PLACEHOLDER.test(given[name] ?? ""));
  const addresses = ["DATABASE_URL", "SMTP_URL"].filter((name) => {
    const password = URL.parse(given[name] ?? "")?.password ?? "";
    return PLACEHOLDER.test(password);
  });
  return [
    ...weak.map((name) => `${name} is an example's: production needs the real one`),
    ...addresses.map((name) => `${name} has a password that is an example's: production needs one of its own`),
    // In a long one it may be a word among others.
    ...(PLACEHOLDER.test(given.ADMIN_PASSWORD ?? "") && (given.ADMIN_PASSWORD?.length ?? 0) < 20
      ? ["ADMIN_PASSWORD is one that guessers try first: choose another"]
      : []),
  ];
}

/** In Stripe's test mode anybody buys a membership with a card number from its manual: a sandbox by another name. */
function unsafeStripe(given: Given): string[] {
  return ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"]
    .filter((name) => /^[a-z]+_test_/.test(given[name] ?? ""))
    .map((name) => `${name} is a test key, with which nobody pays: production needs the live one`);
}

/** What is safe and still rarely meant: said at the start. */
export function doubtfulSettings({ publicUrl, trustProxy }: { publicUrl: string; trustProxy: number }): string[] {
  if (!publicUrl.startsWith("https:") || trustProxy > 0) return [];
  return ["TRUST_PROXY is 0: visitors who come through a proxy count as one, and share its limits."];
}
