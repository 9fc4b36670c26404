import { expect } from "./fixtures.ts";
import { type Screen, submit } from "./screen.ts";

const TAKEN_DOWN = "An admin took this meeting down.";

/** A visitor's screens of a meeting: on a phone, and in its room. */
export const meetings: Screen[] = [
  {
    name: "meeting",
    path: "/meetings/{meeting}",
    heading: "Test: Assembly",
    states: [{ name: "meeting-code", act: (page) => page.getByRole("button", { name: "Enter your code" }).click() }],
  },
  { name: "meeting-result", path: "/meetings/{voted-meeting}", heading: "Test: Assembly" },
  { name: "record-missing", path: "/meetings/none/record", heading: "Page not found", trouble: /404/ },
  { name: "meeting-taken-down", path: "/meetings/{taken-down}", heading: TAKEN_DOWN },
  { name: "meeting-record-taken-down", path: "/meetings/{taken-down}/record", heading: TAKEN_DOWN },
  { name: "meeting-wall", path: "/meetings/{meeting}/wall", heading: /\?$/ },
  { name: "meeting-wall-result", path: "/meetings/{voted-meeting}/wall", heading: /\?$/ },
];

/** The owner's screens of a meeting, for a surveyor. */
export const ownMeetings: Screen[] = [
  { name: "own-meetings", path: "/dashboard/meetings", heading: "Meetings" },
  {
    name: "meeting-new",
    path: "/dashboard/meetings/new",
    heading: "New meeting",
    states: [
      { name: "meeting-new-errors", act: submit("Continue") },
      {
        name: "meeting-new-settings",
        act: async (page) => {
          await page.locator("summary").filter({ hasText: "How people vote" }).click();
          await page.getByRole("radio", { name: "Your own rule" }).check();
          await page.getByRole("textbox", { name: "Quorum" }).fill("1/2");
        },
      },
      {
        name: "meeting-new-check",
        act: async (page) => {
          await page.getByRole("textbox", { name: "Name" }).fill("Test: Assembly");
          const people = Array.from({ length: 6 }, (_, index) => `Person ${index}, p${index}@example.org`);
          await page.getByLabel("Who can vote?").fill([...people, "Flat 12", "p1@example.org"].join("\n"));
          await submit("Continue")(page);
          await expect(page.getByRole("heading", { name: "Check the list" })).toBeVisible();
        },
      },
    ],
  },
  {
    name: "own-meeting",
    path: "/dashboard/meetings/{own-meeting}",
    heading: / Questions$/,
    states: [
      {
        name: "meeting-send-dialog",
        act: async (page) => {
          await page.getByRole("button", { name: /^Send \d+ links?$/ }).click();
          await expect(page.getByRole("dialog", { name: "Send the links now?" })).toBeVisible();
        },
      },
      {
        name: "meeting-edit-dialog",
        act: async (page) => {
          await page
            .getByRole("button", { name: /^More: / })
            .first()
            .click();
          await page
            .getByRole("button", { name: /^Edit the question: / })
            .first()
            .click();
          await expect(page.getByRole("dialog", { name: "Edit the question" })).toBeVisible();
        },
      },
      {
        name: "meeting-open-dialog",
        act: async (page) => {
          await page.getByRole("button", { name: "Open question 1" }).click();
          await expect(page.getByRole("dialog", { name: "Open question 1" })).toBeVisible();
        },
      },
    ],
  },
  { name: "own-meeting-running", path: "/dashboard/meetings/{own-running}", heading: / Questions$/ },
  { name: "own-meeting-people", path: "/dashboard/meetings/{own-meeting}/people", heading: / People$/ },
];
