import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { insertedResponse, modifiedResponse } from "../http/pagination.ts";
import { PASSKEY_NAME_MAX } from "../text/limits.ts";
import { email, id, line } from "../text/text.ts";
import { identity } from "../users/users.ts";
import { SIGN_INS } from "./session.ts";

/** Bytes in base64url without padding, as WebAuthn's JSON has them. */
const bytes = (max: number) =>
  z.string("This must be text").check(z.minLength(1), z.maxLength(max), z.regex(/^[\w-]+$/, "This is not base64url"));

/** The specification allows ids of 1,023 bytes. */
const credentialId = bytes(1364);
const clientData = bytes(4096);

/** What the browser's authenticator returns when it creates a passkey (WebAuthn's `RegistrationResponseJSON`). */
const newCredential = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type: z.literal("public-key", "type must be public-key"),
    response: z.object({ clientDataJSON: clientData, attestationObject: bytes(8192) }, "response must be an object"),
  },
  "credential must be an object",
);
export type NewCredential = z.infer<typeof newCredential>;

/** What the browser's authenticator returns when it signs in (WebAuthn's `AuthenticationResponseJSON`). */
const usedCredential = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type: z.literal("public-key", "type must be public-key"),
    response: z.object(
      {
        clientDataJSON: clientData,
        authenticatorData: bytes(4096),
        signature: bytes(4096),
        userHandle: bytes(128),
      },
      "response must be an object",
    ),
  },
  "credential must be an object",
);
export type UsedCredential = z.infer<typeof usedCredential>;

export const requestPasskeyChallenge = endpoint({
  method: "POST",
  path: "/auth/passkey/challenge",
  summary:
    "Start a sign-in with a passkey: options for `navigator.credentials.get`, the same for everyone; sets a cookie",
  access: "anyone",
  response: z.object({
    challenge: z.string(),
    rpId: z.string(),
    /** Milliseconds. */
    timeout: z.number(),
    userVerification: z.literal("required"),
  }),
  errors: ["providerOff"],
  rateLimit: SIGN_INS,
});

export const signInWithPasskey = endpoint({
  method: "POST",
  path: "/auth/sign-in/passkey",
  summary: "Sign in with a passkey (sets the session cookie)",
  access: "anyone",
  body: z.object({
    credential: usedCredential,
    /** Only a passkey of this account is accepted: for users who confirm that it's still them. */
    email: z.nullish(email),
  }),
  response: z.object({ user: identity }),
  errors: ["passkeyRefused", "accountBlocked", "providerOff"],
  rateLimit: SIGN_INS,
});

export const listMyPasskeys = endpoint({
  method: "GET",
  path: "/me/passkeys",
  summary: "The current user's passkeys, newest first",
  access: "signedIn",
  response: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      createdAt: z.string(),
      /** Null for a passkey that has not been used yet. */
      lastUsedAt: z.nullable(z.string()),
    }),
  ),
});

export const requestPasskeyOptions = endpoint({
  method: "POST",
  path: "/me/passkeys/options",
  summary: "Start adding a passkey: options for `navigator.credentials.create`; sets a cookie",
  access: "signedIn",
  response: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    /** `id` is random: it names the account at the authenticator, and nowhere else. */
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.number() })),
    timeout: z.number(),
    attestation: z.literal("none"),
    excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal("public-key") })),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
  }),
  errors: ["confirmFirst", "tooManyPasskeys", "providerOff"],
  readsCookie: true,
  recentSignIn: true,
  rateLimit: { max: 60, seconds: 3600 },
});

/** The field of the forms that add and rename a passkey. */
export const passkeyName = z.object({ name: line("Name", 1, PASSKEY_NAME_MAX, formErrors.passkeyName) });

export const addPasskey = endpoint({
  method: "POST",
  path: "/me/passkeys",
  summary: "Add the passkey that the browser's authenticator has created",
  access: "signedIn",
  body: z.object({ ...passkeyName.shape, credential: newCredential }),
  response: insertedResponse,
  errors: ["passkeyRefused", "confirmFirst", "tooManyPasskeys", "providerOff"],
  readsCookie: true,
  recentSignIn: true,
  rateLimit: { max: 60, seconds: 3600 },
});

export const renamePasskey = endpoint({
  method: "PATCH",
  path: "/me/passkeys/:id",
  summary: "Rename one of the current user's passkeys",
  access: "signedIn",
  params: z.object({ id }),
  body: passkeyName,
  response: modifiedResponse,
  rateLimit: { max: 120, seconds: 3600 },
});

export const removePasskey = endpoint({
  method: "DELETE",
  path: "/me/passkeys/:id",
  summary: "Remove one of the current user's passkeys",
  access: "signedIn",
  params: z.object({ id }),
  response: modifiedResponse,
  recentSignIn: true,
  rateLimit: { max: 60, seconds: 3600 },
});
