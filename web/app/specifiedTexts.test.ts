import { apiErrors } from "@survey-app/contract/http/errors.ts";
import { signUpForm } from "@survey-app/contract/session/session.ts";
import { PRODUCT } from "@survey-app/contract/sharing/siteLook.ts";
import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import { surveyForm } from "@survey-app/contract/surveys/surveyFields.ts";
import { hasEnded } from "@survey-app/contract/surveys/surveys.ts";
import type { Role } from "@survey-app/contract/users/users.ts";
import { voteForm } from "@survey-app/contract/votes/votes.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as homeTexts from "@survey-app/texts/homeTexts.ts";
import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import * as signUpTexts from "@survey-app/texts/signUpTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import * as userTexts from "@survey-app/texts/userTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { menu } from "../layout/menu.ts";
import { topLinks } from "../layout/topLinks.ts";
import type { Session } from "../session/session.ts";

/*
 * The words that the specification fixes, copied from it and not from the code, including odd spelling, capitals and
 * full stops. The screens' texts must contain each.
 */

/** All strings in nested texts; functions of a title or a name are called with the spec's placeholder. */
function sentencesOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "function") return value.length === 1 ? [value("{title}"), value("{name}")] : [];
  return Object.values(value as object).flatMap(sentencesOf);
}

const said = sentencesOf([
  frameTexts,
  homeTexts,
  sessionTexts,
  signUpTexts,
  surveyTexts,
  voteTexts,
  userTexts,
  paymentTexts,
  apiErrors,
]);

test.each([
  // Specification §8.1: dialog titles.
  "your email and password should match with the registered email and password If it doesnt match.",
  "User Login Successful.",
  // Specification §8.2: success toasts.
  "User created successfully.",
  "{title} is added to the surveysForm.",
  "{title} is updated to the Survey.",
  "{title} is your vote.",
  "{name} is an surveyor Now!",
  "Thank you pro user member",
  "Thank you free Membar",
  "Feedback Successfully",
  // Specification §8.1.
  "Page not found",
  "vote not custing yet",
  "Get Survey-02",
  // Specification §2.2: the tabs' titles.
  "Introduction",
  "feedback",
  "Tinsights",
  "Analysis",
  "Experience",
  "Conclusion",
])("the text %j is exactly the spec's", (sentence) => {
  expect(said).toContain(sentence);
});

test("page titles follow specification §1", () => {
  expect(frameTexts.pageTitle(PRODUCT, "Home")).toBe("Survey App || Home");
  expect(frameTexts.pageTitle(PRODUCT, "Login")).toBe("Survey App || Login");
});

/** A form's validation errors: the first one of each field, as the field shows it. */
function complaints(form: z.ZodMiniType, input: object): string[] {
  const result = form.safeParse(input);
  const issues = result.success ? [] : result.error.issues;
  return [...new Map(issues.toReversed().map(({ path, message }) => [path.join(), message])).values()].toReversed();
}

const account = {
  name: "Anna",
  photoURL: "https://example.org/anna.webp",
  email: "anna@example.org",
  password: "Passw0rd!",
};
const composition = "Password must have one Uppercase one lower case, one number and one special character.";

test.each([
  ["name", "", "Name is required"],
  ["photoURL", "", "Photo URL is required"],
  ["email", "", "Email is required"],
  ["password", "", "Password is required"],
  ["password", "Aa1!", "Password must be 6 characters"],
  ["password", "Aa1!Aa1!Aa1!Aa1!Aa1!x", "Password must be less than 20 characters"],
  ["password", "passw0rd!", composition],
  ["password", "PASSW0RD!", composition],
  ["password", "Password!", composition],
  ["password", "Passw0rd?", composition],
])("signing up with the %s %j shows %j (specification §5)", (field, value, message) => {
  expect(complaints(signUpForm, { ...account, [field]: value })).toEqual([message]);
});

test("passwords of 6 and of exactly 20 characters, and each of the special characters, are accepted (specification §5)", () => {
  for (const password of ["Aa1!aa", `Aa1!${"a".repeat(16)}`, ...[..."!@#$&*"].map((mark) => `Passw0rd${mark}`)]) {
    expect(complaints(signUpForm, { ...account, password }), password).toEqual([]);
  }
});

test.each([undefined, null, ""])('a vote of %j shows "vote is required"', (vote) => {
  expect(complaints(voteForm, { vote })).toEqual(["vote is required"]);
});

test("a survey needs Title, category and image; dates and description are optional (specification §5)", () => {
  const form = { Title: "Well?", category: "Cleaning Tools", image: "https://example.org/a.webp" };
  expect(complaints(surveyForm, form)).toEqual([]);
  for (const field of Object.keys(form)) {
    expect(complaints(surveyForm, { ...form, [field]: "" }), field).toHaveLength(1);
  }
});

test("the states of voting are spelled as in specification §4.5", () => {
  const survey = { deadline: "2026-01-01T00:00:00Z", closedAt: null };
  expect(surveyWords.state(hasEnded(survey, Date.parse("2025-12-31T23:59:59Z")))).toBe("continiu");
  expect(surveyWords.state(hasEnded(survey, Date.parse("2026-01-01T00:00:01Z")))).toBe("end");
});

test("categories are paired as in specification §3.2", () => {
  expect(Object.entries(categoryNames)).toEqual([
    ["Cooking Appliances", "Satisfaction"],
    ["Food Preparation", "Performance"],
    ["Beverage Makers", "Features"],
    ["Cleaning Tools", "Cleaning"],
    ["Storage Solutions", "Efficiency"],
  ]);
});

test("the top bar's links are those of specification §2.3; users with a role also see ADMIN", () => {
  const signedIn = (role: Role | "") => ({ phase: "signedIn", user: { role } }) as Session;
  const labels = (session: Session) => topLinks(session, true).map(({ href, label }) => [label, href]);
  expect(labels(signedIn("user"))).toEqual([
    ["Home", "/"],
    ["All Surveys", "/surveysPages"],
    ["ADMIN", "/dashboard/adminHome"],
    ["PRICE Page", "/membarShip"],
  ]);
  expect(labels({ phase: "visitor" })).not.toContainEqual(["ADMIN", "/dashboard/adminHome"]);
  const isSeen = (session: Session) => !topLinks(session, true)[2]?.className?.includes("invisible");
  expect([signedIn("user"), signedIn(""), { phase: "loading" } as const].map(isSeen)).toEqual([true, false, false]);
});

test("the sidebar's menus are those of specification §2.3, in its order and words", () => {
  const labels = (role: keyof typeof menu) => menu[role].map(({ label }) => label);
  const spec = ["Home", "Manage users", "Manage surveys Status", "Payment", "responses of surveys"];
  expect(labels("admin")).toEqual(spec);
  expect(labels("surveyor")).toEqual(["Home", "ADD a survey", "update survey", "responses of surveys", "feedbacks"]);
  expect(labels("pro-user")).toEqual([
    "Home",
    "Participate in surveys",
    "Reported surveys",
    "Commented on surveys",
    "Payment History",
  ]);
  expect(labels("user")).toEqual(["Home", "Participate in surveys", "Reported surveys"]);
});
