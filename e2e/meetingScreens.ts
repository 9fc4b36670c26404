import type { Screen } from "./screen.ts";

/** What a visitor sees of a meeting: on a phone, and on the screen of its room. */
export const meetings: Screen[] = [
  {
    name: "meeting",
    path: "/meetings/{meeting}",
    heading: "Test: Assembly",
    states: [{ name: "meeting-code", act: (page) => page.getByRole("button", { name: "Enter your code" }).click() }],
  },
  { name: "meeting-result", path: "/meetings/{voted-meeting}", heading: "Test: Assembly" },
  { name: "meeting-wall", path: "/meetings/{meeting}/wall", heading: /\?$/ },
  { name: "meeting-wall-result", path: "/meetings/{voted-meeting}/wall", heading: /\?$/ },
];
