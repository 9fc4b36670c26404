import { signUpBody } from "./accounts.ts";
import { guestForm } from "./guests.ts";
import type { AnyRequest } from "./testApp.ts";

const credential = { id: "unknown", rawId: "unknown", type: "public-key" };
/** An unknown passkey. */
export const usedCredential = {
  ...credential,
  response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA", userHandle: "AA" },
};
/** A new passkey without a challenge. */
export const newCredential = { ...credential, response: { clientDataJSON: "e30", attestationObject: "AA" } };

const withBody = (body: object) => () => ({ params: {}, query: {}, body });
const withId = () => ({ params: { id: "none" }, query: {}, body: undefined });

/**
 * A valid request for signing out, and for each endpoint of passkeys, the second factor, registration and guests that
 * takes input.
 */
export const signInRequests: Record<string, () => Required<AnyRequest>> = {
  "session.signOut": withBody({ isRejected: true }),
  "passkeys.signInWithPasskey": withBody({ credential: usedCredential, email: "user@example.org" }),
  "passkeys.addPasskey": withBody({ name: "Key", credential: newCredential }),
  "passkeys.renamePasskey": () => ({ ...withId(), body: { name: "Key" } }),
  "passkeys.removePasskey": withId,
  "secondFactor.signInWithCode": withBody({ code: "000000", remember: true }),
  "secondFactor.turnOnSecondFactor": withBody({ code: "000000" }),
  "secondFactor.forgetDevice": withId,
  "registration.requestSignUpLink": withBody({ email: "new@example.org", returnTo: "/" }),
  "registration.inviteToAccount": withBody({ email: "new@example.org" }),
  "registration.revokeAccountInvitation": withId,
  "erasure.scheduleErasure": withId,
  "erasure.cancelErasure": withId,
  "erasure.sendData": withId,
  "erasure.exportDataOf": withId,
  "guests.askAsGuest": withBody(guestForm()),
  "guests.keepGuest": withBody(signUpBody({ email: "kept@example.org" })),
  "guests.deleteGuest": withId,
};

/** The hostile value that these accept: a switch. */
export const acceptedInSigningIn = ["session.signOut isRejected true"];
