import type { User } from "@survey-app/contract/users/users.ts";

/** Whether a user is not a surveyor, and so asks a first question together with the request to become one. */
export const isRequestingSurveyor = (user: User | null): boolean => user?.role === "user" || user?.role === "pro-user";
