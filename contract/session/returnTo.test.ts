import { expect, test } from "vitest";
import { emailedReturnTo, safeReturnTo } from "./returnTo.ts";

const origin = "https://survey.example";

test.each([
  "/",
  "/surveydetails/abc?vote=1",
  "/surveysPages?q=a%20b&category=Cooking%20Appliances#list",
  "/dashboard/adminHome",
])("a URL of our own, %s, is a valid return URL", (path) => {
  expect(safeReturnTo(path, origin)).toBe(path);
});

// Security: H07
test.each([
  null,
  undefined,
  "",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/%2f%2fevil.example/..//",
  "/%5cevil.example",
  "%2f%2fevil.example",
  "/%2fevil.example",
  "/%252fevil.example",
  "/./\\evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/%09/evil.example",
  "/%00",
  " //evil.example",
  "https://evil.example/",
  "https:evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "/%",
  "data:text/html,x",
  "surveysPages",
  "@evil.example",
  "/login",
  "/signup?returnTo=/x",
  "/LOGIN",
  "/SignUp#x",
])("%j leads to the home page", (path) => {
  expect(safeReturnTo(path, origin)).toBe("/");
});

test("a URL beyond 2,000 characters leads to the home page", () => {
  expect(safeReturnTo(`/${"a".repeat(3000)}`, origin)).toBe("/");
});

test("a link in an email leads back to surveys and to one's question, and contains neither other people's words nor an answer", () => {
  const survey = "/surveydetails/01a21bf9-6509-7370-8000-035197c2c364";
  for (const path of [survey, survey.replace("surveydetails", "vote"), "/surveysPages", "/ask?next=submit"])
    expect(emailedReturnTo(path)).toBe(path);
  expect(emailedReturnTo(`${survey}?vote=1#vote`)).toBe(survey);
  expect(emailedReturnTo("/surveysPages?q=Call%200900")).toBe("/surveysPages");
  for (const path of ["/", "/Your-account-is-locked/call-0900", `${survey}/call-0900`, "/surveydetails/call-0900"])
    expect(emailedReturnTo(path)).toBe("/");
});
