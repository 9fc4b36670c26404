import { plural } from "@survey-app/contract/formatCount.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of admins' list of users and of the user's own profile. */

// Spec §8, to the letter.
const promoted = (name: string) => `${name} is an surveyor Now!`;

// The list.
export const caption = "Users";
export const count = (total: number) => plural(total, "user");
export const manage = "Manage users";
export const roles = {
  "": "All roles",
  user: "user",
  "pro-user": "pro-user",
  surveyor: "surveyor",
  admin: "admin",
} as const;
export const searchByName = "Search by name or email";
export const noneFound = "No users found";
export const noneFoundText = "Try another role or search term.";
export const columns = { name: "Name, email", role: "Role", status: "Status", change: "Change" } as const;
export const confirmed = "Email confirmed";
export const notConfirmed = "Email not confirmed";
/** The status of an account that can be used, which says nothing about its email address. */
export const active = "Active";
export const you = "you";
/** The accessible name of a button in a user's row. */
export const actionFor = (action: string, name: string) => `${action}: ${name}`;
export const more = "More";
/** When someone of this role joined. */
export const roleAndDay = (role: string, day: ReactNode) => rich`${role}, ${day}`;

// Changes.
export const makeUser = "Make user";
export const makeSurveyor = "Make surveyor";
export const promotion = {
  action: "Confirm",
  title: (name: string) => `Make ${name} a surveyor?`,
  text: (email: ReactNode) => rich`${email} will be able to create surveys. A paid membership isn't affected.`,
  done: promoted,
} as const;
export const adminPromotion = {
  ...promotion,
  text: (email: ReactNode) =>
    rich`${email} will be able to create surveys and lose all admin rights. A paid membership isn't affected.`,
} as const;
export const demotion = {
  action: "Confirm",
  title: (name: string) => `Make ${name} a regular user?`,
  text: (email: ReactNode) => rich`${email} will no longer be able to create surveys. Existing surveys stay.`,
  done: (name: string) => `${name} is a regular user now.`,
} as const;
export const blocking = {
  action: "Block",
  title: (name: string) => `Block ${name}?`,
  text: (email: ReactNode) =>
    rich`${email} is signed out immediately on all devices, and can't sign in anymore. Votes, surveys and comments stay.`,
  done: (name: string) => `${name} is blocked.`,
} as const;
export const unblocking = {
  action: "Unblock",
  title: (name: string) => `Unblock ${name}?`,
  text: (email: ReactNode) =>
    rich`${email} will be able to sign in again, with the role and everything else as before.`,
  done: (name: string) => `${name} is no longer blocked.`,
} as const;
export const ending = {
  action: "End sessions",
  title: (name: string) => `End all sessions of ${name}?`,
  text: (email: ReactNode) =>
    rich`${email} is signed out immediately on all devices, and can sign in again. API keys are revoked. Use this if a device is lost or stolen.`,
  done: (name: string) => `All sessions of ${name} are ended.`,
} as const;

// The profile.
export const displayName = "Display name";
export const photo = "Photo";
export const initialsInstead = "We'll show your initials instead.";
export const withoutPhoto = "Without a photo, we show your initials.";
export const save = "Save";
export const saved = "Your profile is saved.";
