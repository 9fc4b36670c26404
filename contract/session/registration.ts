import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { insertedResponse, modifiedResponse } from "../http/pagination.ts";
import { id, line, newEmail, textOr, writtenEmail } from "../text/text.ts";
import { LINKS } from "./emailLinks.ts";

/** The people who may create an account: everyone; those with an address at certain domains; invited people; no one. */
export interface Registration {
  kind: "open" | "domains" | "invited" | "closed";
  /** In lower case; empty unless `kind` is `domains`. */
  domains: readonly string[];
}

/** The days for which an admin's invitation is valid, and the most that can be open at a time. */
export const ACCOUNT_INVITATION_DAYS = 14;
export const ACCOUNT_INVITATIONS_MAX = 500;

export const requestSignUpLink = endpoint({
  method: "POST",
  path: "/auth/sign-up/link",
  summary:
    "Send a link with which an account can be created, where `REGISTRATION` restricts that. The response doesn't tell whether the " +
    "address may have an account",
  access: "anyone",
  body: z.object({
    email: newEmail,
    /** The path of the page to return to afterwards; anything but a path on our origin becomes "/". */
    returnTo: textOr(line("returnTo", 1, 2000), "/"),
  }),
  response: z.object({ success: z.literal(true) }),
  errors: ["registrationClosed", "providerOff"],
  rateLimit: LINKS,
});

export const accountInvitation = z.object({ _id: z.string(), email: writtenEmail, expiresAt: z.string() });
export type AccountInvitation = z.infer<typeof accountInvitation>;

export const listAccountInvitations = endpoint({
  method: "GET",
  path: "/account-invitations",
  summary: `The invitations to create an account that are open, the newest first; ${ACCOUNT_INVITATIONS_MAX} at most`,
  access: "admin",
  response: z.array(accountInvitation),
});

export const inviteToAccount = endpoint({
  method: "POST",
  path: "/account-invitations",
  summary: `Invite an address to create an account, by an email with a link that is valid for ${ACCOUNT_INVITATION_DAYS} days, once`,
  access: "admin",
  body: z.object({ email: newEmail }),
  response: insertedResponse,
  errors: ["emailTaken", "registrationClosed", "tooManyInvited", "providerOff"],
  rateLimit: { max: 200, seconds: 3600 },
});

export const revokeAccountInvitation = endpoint({
  method: "DELETE",
  path: "/account-invitations/:id",
  summary: "Revoke an invitation to create an account, at once",
  access: "admin",
  params: z.object({ id }),
  response: modifiedResponse,
});
