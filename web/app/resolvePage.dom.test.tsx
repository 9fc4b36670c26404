import { expect, test } from "vitest";

const { findMoved } = await import("./resolvePage.ts");

test.each([".", ",", ")", ").", "!", ">", "…", "”", "%E2%80%9D.", "%22", "%20"])(
  "a page's address leads to the page also with the %s that follows it in a message",
  (after) => {
    expect(findMoved(`/surveydetails/a-1_${after}`)).toBe("/surveydetails/a-1_");
    expect(findMoved(`/surveys/a1/results${after}?vote=1`)).toBe("/surveys/a1/results?vote=1");
    expect(findMoved(`/login${after}`)).toBe("/login");
  },
);

test("all other addresses stay", () => {
  for (const url of [
    "/",
    "/surveydetails/a1",
    "/login/",
    "/unknown",
    "/unknown.",
    "//evil.example.",
    "//evil.example/..%2f",
    "/%00",
    "/logo.svg",
    "/i?x=a.",
  ])
    expect(findMoved(url), url).toBeNull();
});
