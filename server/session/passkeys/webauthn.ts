import type { NewCredential, UsedCredential } from "@survey-app/contract/session/passkeys.ts";

/** The site as authenticators know it: a passkey works only on its pages. */
export interface RelyingParty {
  /** The host name of the pages. */
  id: string;
  /** The pages' origin. */
  origin: string;
}

export interface StoredPasskey {
  credentialId: string;
  /** COSE, base64url. */
  publicKey: string;
  counter: number;
}

/** ES256, RS256 and EdDSA (COSE): at least one of them works with every authenticator. */
export const ALGORITHMS = [-7, -257, -8];

/** Loaded when first needed: it takes 0.1 seconds and 26 MB. */
const load = () => import("@simplewebauthn/server");

/**
 * Verifies a new passkey: challenge, origin, site, and that the authenticator verified its user.
 * @throws {Error} if it is not valid
 */
export async function verifyNewCredential(
  credential: NewCredential,
  expected: { challenge: string; site: RelyingParty },
): Promise<StoredPasskey> {
  await requireNoCertificates(credential.response.attestationObject);
  const { verifyRegistrationResponse } = await load();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: expected.challenge,
    expectedOrigin: expected.site.origin,
    expectedRPID: expected.site.id,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!registrationInfo) throw new Error("its signature is wrong");
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
}

/**
 * Rejects certificates of the authenticator's maker, which we don't ask for: checking them, the library would request
 * the addresses of revocation lists that they name.
 */
async function requireNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")));
  const isSelfSigned = decoded.get("fmt") === "packed" && decoded.get("attStmt").get("x5c") === undefined;
  if (decoded.get("fmt") !== "none" && !isSelfSigned) throw new Error("it has certificates");
}

/**
 * Verifies a sign-in: signature, challenge, origin, site, that the authenticator verified its user, and that its
 * counter has increased, which it doesn't for the second of two copies.
 * @returns the new counter
 * @throws {Error} if it is not valid
 */
export async function verifyUsedCredential(
  credential: UsedCredential,
  expected: { challenge: string; site: RelyingParty; passkey: StoredPasskey },
): Promise<number> {
  const { verifyAuthenticationResponse } = await load();
  const { credentialId, publicKey, counter } = expected.passkey;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: expected.challenge,
    expectedOrigin: expected.site.origin,
    expectedRPID: expected.site.id,
    credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter },
  });
  if (!verified) throw new Error("its signature is wrong");
  return authenticationInfo.newCounter;
}
