import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type { NewCredential, UsedCredential } from "@survey-app/contract/session/passkeys.ts";
import { PUBLIC_URL } from "./testConfig.ts";

/** The fields of an authenticator's answer that an attack changes. */
interface Forgery {
  origin?: string;
  /** The host name of the site for which it signs. */
  rpId?: string;
  type?: string;
  /** Whether the authenticator has verified its user. */
  isVerified?: boolean;
  counter?: number;
  /** In base64url; by default the one that was given. */
  userHandle?: string;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString("base64url");

/** An authenticator in software: one passkey (ES256, without attestation) of one account at this site. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  counter: number;
  readonly #privateKey: KeyObject;
  readonly #publicKey: Buffer;
  #userHandle = "";

  /** @param counter of its sign-ins; 0 for one that doesn't count, as synchronized passkeys */
  constructor({ counter = 0 } = {}) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    this.counter = counter;
    this.#privateKey = privateKey;
    // COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
    const bytes = (text: string) => Buffer.concat([Buffer.from("5820", "hex"), Buffer.from(text, "base64url")]);
    const head = Buffer.from("a5010203262001", "hex");
    this.#publicKey = Buffer.concat([head, Buffer.from("21", "hex"), bytes(x), Buffer.from("22", "hex"), bytes(y)]);
  }

  /** Answers the options of `requestPasskeyOptions`. */
  create(options: { challenge: string; user: { id: string } }, forgery: Forgery = {}): NewCredential {
    this.#userHandle = options.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey]);
    const data = Buffer.concat([this.#dataOf({ ...forgery, hasCredential: true }), credential]);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}.
    const attestation = ["a363666d74646e6f6e656761747453746d74a0686175746844617461", "59"].map((part) =>
      Buffer.from(part, "hex"),
    );
    return {
      ...this.#name(),
      response: {
        clientDataJSON: clientDataOf("webauthn.create", options.challenge, forgery),
        attestationObject: base64url(Buffer.concat([...attestation, size, data])),
      },
    };
  }

  /** Answers the options of `requestPasskeyChallenge`. */
  get({ challenge }: { challenge: string }, forgery: Forgery = {}): UsedCredential {
    if (this.counter > 0) this.counter++;
    const clientDataJSON = clientDataOf("webauthn.get", challenge, forgery);
    const data = this.#dataOf(forgery);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    return {
      ...this.#name(),
      response: {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(createSign("sha256").update(signed).sign(this.#privateKey)),
        userHandle: forgery.userHandle ?? this.#userHandle,
      },
    };
  }

  #name() {
    return { id: base64url(this.id), rawId: base64url(this.id), type: "public-key" as const };
  }

  #dataOf({ rpId = new URL(PUBLIC_URL).hostname, isVerified = true, ...forgery }: Forgery & { hasCredential?: true }) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(forgery.counter ?? this.counter);
    // Flags: user present, user verified, credential included.
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (forgery.hasCredential ? 0x40 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }
}

const clientDataOf = (type: string, challenge: string, forgery: Forgery) =>
  base64url(JSON.stringify({ type, challenge, origin: PUBLIC_URL, crossOrigin: false, ...dropUndefined(forgery) }));

const dropUndefined = ({ origin, type }: Forgery) => ({ ...(origin && { origin }), ...(type && { type }) });
