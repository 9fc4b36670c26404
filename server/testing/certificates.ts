import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** A certificate and its private key, as PEM. */
export interface TestCertificate {
  cert: string;
  key: string;
}

/** A certificate authority of a test. */
export interface TestAuthority extends TestCertificate {
  /** Makes a server's certificate. @param until its end, in milliseconds since 1970 */
  issue(names: { ip?: string; dns?: string }, until: number): TestCertificate;
}

/** Makes a certificate authority, because Node reads certificates but can't make them (RFC 5280, in DER). */
export function makeAuthority(name = "Test authority"): TestAuthority {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const own = { subject: name, issuer: name, publicKey: keys.publicKey, signedBy: keys.privateKey };
  const tomorrow = Date.now() + 86_400_000;
  return {
    cert: makeCertificate({ ...own, until: tomorrow, extensions: [extension(BASIC_CONSTRAINTS, sequence(TRUE))] }),
    key: pemOf(keys.privateKey),
    issue({ ip, dns }, until) {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const alternatives = [
        ...(dns ? [der(0x82, Buffer.from(dns))] : []),
        ...(ip ? [der(0x87, Buffer.from(ip.split(".").map(Number)))] : []),
      ];
      const server = { subject: "Test server", issuer: name, publicKey, signedBy: keys.privateKey, until };
      const extensions = [extension(SUBJECT_ALT_NAME, sequence(...alternatives))];
      return { cert: makeCertificate({ ...server, extensions }), key: pemOf(privateKey) };
    },
  };
}

interface Parts {
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  signedBy: KeyObject;
  until: number;
  extensions: Buffer[];
}

function makeCertificate({ subject, issuer, publicKey, signedBy, until, extensions }: Parts): string {
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(timeOf(Date.UTC(2020, 0, 1)), timeOf(until)),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign("sha256", body, signedBy);
  const whole = sequence(body, ECDSA_WITH_SHA256, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

const pemOf = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();

/** A value in DER: its tag, its length and its content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts));
const identifier = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const extension = (id: Buffer, value: Buffer) => sequence(id, der(0x04, value));
const nameOf = (name: string) => sequence(der(0x31, sequence(identifier("550403"), der(0x0c, Buffer.from(name)))));
/** GeneralizedTime, as 20300131235959Z. */
const timeOf = (at: number) =>
  der(0x18, Buffer.from(`${new Date(at).toISOString().replaceAll(/\D/g, "").slice(0, 14)}Z`));

const ECDSA_WITH_SHA256 = sequence(identifier("2a8648ce3d040302"));
const BASIC_CONSTRAINTS = identifier("551d13");
const SUBJECT_ALT_NAME = identifier("551d11");
const TRUE = der(0x01, Buffer.from([255]));
