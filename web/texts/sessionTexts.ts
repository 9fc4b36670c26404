import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of signing in and out. */

// Spec §2 and §8, to the letter.
export const forgotPassword = "Forgot password?";
export const createAccount = "Create an account";
export const loginSucceeded = "User Login Successful.";
export const loginFailed =
  "your email and password should match with the registered email and password If it doesnt match.";

export const email = "Email";
export const password = "Password";
export const newHere = "New here?";
export const haveAccount = "Have an account?";
export const wrongLogin = "Email and password don't match. Your email is kept; check it, and type the password again.";
/** On the pages to sign up and to log in, to a visitor who wrote a question. */
export const questionKept = "Your question is saved. Create an account or log in to submit it.";
export const voteKept = "Your choice is saved. Create an account or log in, then confirm it.";
export const signInFirst = "Sign in to continue.";
export const signedInAs = (name: ReactNode) => rich`You are signed in as ${name}.`;
export const goOn = "Continue";
export const proUntil = (day: ReactNode) => rich`PRO until ${day}`;

export const otherWays = "Other ways to sign in";
export const or = "or";
export const continueWith = "Continue with";
export const providers = { google: "Google", facebook: "Facebook" } as const;
export const unnamedProvider = "this provider";
export const sandbox = "Sandbox";
export const signingIn = "Signing you in …";
/** Shown to admins whose sign-in is too old for the action. */
export const reauthentication = {
  title: "Confirm it's you",
  byPassword: (email: string) => `You signed in some time ago. Enter the password of ${email} to continue.`,
  byProvider: (email: string) =>
    `You signed in some time ago. Sign in as ${email} again. You'll come back to this page and can repeat what you did.`,
  password: "Your password",
  empty: "Password is required",
  wrong: "That's not your password.",
  otherAccount: "That was another account",
  nowSignedInAs: (email: string) => `You are signed in as ${email} now.`,
} as const;

export const demo = {
  title: "Demo accounts",
  text: (password: string) => `This is a demo. All accounts have the password ${password}`,
  admin: "publishes surveys and manages users",
  surveyor: "creates surveys",
  pro: "votes and comments",
  user: "votes",
  use: "Use",
  signInAs: (email: string) => `Use ${email}`,
} as const;
