import type { Person } from "./people.ts";
import type { AnyRequest } from "./testApp.ts";

/** The roles of the access tests, in the order of their statuses. */
export type Role = "visitor" | "user" | "pro" | "surveyor" | "otherSurveyor" | "admin";
export const ROLES: Role[] = ["visitor", "user", "pro", "surveyor", "otherSurveyor", "admin"];

/** The expected statuses: one for all roles, or one for each role in the order of `ROLES`. */
export type Expected = number | [number, number, number, number, number, number];

export interface Row {
  /** Describes the request, because an endpoint can have several rows. */
  what?: string;
  request?: (as: Person | undefined) => AnyRequest & { headers?: Record<string, string> };
  expected: Expected;
}

export const allRoles = 200;
export const signedIn: Expected = [401, 200, 200, 200, 200, 200];
export const noRole: Expected = [401, 403, 403, 403, 403, 403];
export const surveyors: Expected = [401, 403, 403, 200, 200, 200];
export const admins: Expected = [401, 403, 403, 403, 403, 200];
export const othersByAdmins: Expected = [401, 403, 403, 403, 403, 200];
/** Only owner and admins can see that a survey awaits review; for others it doesn't exist. */
export const ownerAndAdmins: Expected = [404, 404, 404, 200, 404, 200];
