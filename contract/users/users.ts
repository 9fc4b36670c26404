import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { insertedResponse, modifiedResponse, wholeListQuery } from "../http/pagination.ts";
import { writtenAddress } from "../text/emailAddress.ts";
import { NAME_MAX } from "../text/limits.ts";
import { email, id, line, search, writtenEmail } from "../text/text.ts";
import { webAddress } from "./webAddress.ts";

/** The stored roles. Membership is stored separately, so buying one never demotes a user (specification §6.2). */
export const storedRole = z.enum(["user", "surveyor", "admin"], "role must be user, surveyor or admin");
/** The displayed roles: a `user` with an active membership is a `pro-user`. */
export const role = z.enum(["user", "pro-user", "surveyor", "admin"], "role must be user, pro-user, surveyor or admin");

export type StoredRole = z.infer<typeof storedRole>;
export type Role = z.infer<typeof role>;

/** Returns the role that screens show and `GET /user/{email}` returns. */
export function shownRole(stored: StoredRole, isMember: boolean): Role {
  return stored === "user" && isMember ? "pro-user" : stored;
}

/** The signed-in user. */
export const identity = z.object({
  id: z.string(),
  email: writtenEmail,
  displayName: z.string(),
  photoURL: z.nullable(z.string()),
  /** True for a guest, who doesn't have an address: `email` is made of the id. */
  isGuest: z.optional(z.literal(true)),
});
export type Identity = z.infer<typeof identity>;

export const user = z.object({
  _id: z.string(),
  name: z.string(),
  email: writtenEmail,
  role,
  status: z.string(),
  /** Whether the user has confirmed the email address. */
  emailVerified: z.boolean(),
  photoURL: z.nullable(z.string()),
  /** Whether a membership is active now, which alone allows comments. */
  isMember: z.boolean(),
  /** When the membership ends, including renewals; null without one. */
  memberUntil: z.nullable(z.string()),
  createdAt: z.string(),
  /**
   * True for an admin whose session lacks the second factor that admins need here, and has only the rights of a user.
   */
  lacksSecondFactor: z.optional(z.literal(true)),
  /** True for a guest, who doesn't have an address: `email` is made of the id. */
  isGuest: z.optional(z.literal(true)),
  /** When the account will be deleted, if an admin has decided so. */
  eraseAt: z.optional(z.string()),
});
export type User = z.infer<typeof user>;

export const getUser = endpoint({
  method: "GET",
  path: "/user/:email",
  summary: "One user, with the role",
  access: "signedIn",
  takesGuests: true,
  keyScope: "read",
  identityFields: { email: "ownOrAdmin" },
  params: z.object({ email }),
  response: user,
});

export const recordUser = endpoint({
  method: "POST",
  path: "/user",
  summary: "Confirm the user record of the current user; role and status are set by the server",
  access: "signedIn",
  acceptsSession: true,
  identityFields: { email: "own" },
  body: z.object({ email }),
  response: insertedResponse,
});

export const profile = z.object({
  displayName: z.nullish(line("Display name", 1, NAME_MAX, formErrors.displayName)),
  /** Can be left out, which changes nothing, but not emptied: it is required, as at sign-up. */
  photoURL: z.nullish(webAddress("Photo URL", formErrors.photo)),
});

/** The fields of the profile form: without a photo of one's own it sends a generated picture. */
export const profileForm = z.object({
  ...profile.shape,
  photoURL: z.union([z.literal(""), webAddress("Photo URL", formErrors.photo)], formErrors.photo.https),
});

export const updateMyProfile = endpoint({
  method: "PATCH",
  path: "/me",
  summary: "Change the current user's name and photo",
  access: "signedIn",
  body: profile,
  response: identity,
  rateLimit: { max: 60, seconds: 3600 },
});

export const listUsers = endpoint({
  method: "GET",
  path: "/all/user",
  summary: "All users, newest first",
  access: "admin",
  query: z.object({
    /** `none` or empty means all roles, as the specification's client sends it. */
    role: z.optional(
      z.union([role, z.literal("none"), z.literal("")], "role must be user, pro-user, surveyor, admin or none"),
    ),
    q: z._default(search, ""),
    ...wholeListQuery,
  }),
  response: z.array(user),
  paginated: true,
});

export const setUserRole = endpoint({
  method: "PATCH",
  path: "/users/admin/:id",
  summary: "Promote a user to surveyor, or set another role",
  access: "admin",
  params: z.object({ id }),
  body: z.optional(z.object({ role: z._default(storedRole, "surveyor") })),
  response: modifiedResponse,
  errors: ["lastAdmin", "ownRole", "guestAccount"],
});

/** `status` of a user: the spec's word for active users, and those for users who can't sign in. */
export const VERIFIED = "Verified";
export const BLOCKED = "Blocked";
export const DELETED = "Deleted";
/** The name of a guest. */
export const GUEST_NAME = "Guest";
/** Replaces the name of a deleted account. */
export const DELETED_NAME = "Deleted user";

/** Replaces the voters' names on a survey that ended so long ago that names are no longer stored (RETENTION_DAYS). */
export const REMOVED_NAME = "Name removed";

export const setUserStatus = endpoint({
  method: "PATCH",
  path: "/users/:id/status",
  summary: "Block a user, whose requests are then rejected immediately while the votes stay; or unblock",
  access: "admin",
  params: z.object({ id }),
  body: z.object({ status: z.enum([VERIFIED, BLOCKED], "status must be Verified or Blocked") }),
  response: modifiedResponse,
  errors: ["ownAccount"],
});

/** Masks an email address for other users: `anna@mail.example` → `a•••@m•••.example`. */
export function maskedEmail(address: string): string {
  const [local = "", domain = ""] = writtenAddress(address).split("@");
  const parts = domain.split(".");
  const suffix = parts.length > 1 ? `.${parts.at(-1)}` : "";
  const [initial = ""] = domain;
  return `${local.slice(0, 1)}•••@${initial}•••${suffix}`;
}

/** Parts of a text that look like an email address, without the marks around them. */
const addresses = /[^\s<>()[\]",;:@]+@[^\s<>()[\]",;:@]+\.[^\s<>()[\]",;:@]+/gu;

/**
 * A person's name as others see it: an email address in it is masked. Some people sign up with their address as the
 * name, and some lists have it as the label.
 */
export const shownName = (name: string): string =>
  name.includes("@") ? name.replaceAll(addresses, maskedEmail) : name;
