import { safeReturnTo } from "@survey-app/contract/session/returnTo.ts";
import { expect, test } from "vitest";
import { loginAddress } from "./returnTo.ts";

test("the URL of the login page contains where to return to", () => {
  expect(loginAddress("/vote/x?a=1")).toBe("/login?returnTo=%2Fvote%2Fx%3Fa%3D1");
  expect(loginAddress("/")).toBe("/login");
  const carried = new URLSearchParams(loginAddress("/surveysPages?q=50%25").split("?")[1]).get("returnTo");
  expect(safeReturnTo(carried, "https://survey.example")).toBe("/surveysPages?q=50%25");
});
