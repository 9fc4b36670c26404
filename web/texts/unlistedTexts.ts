import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The admins' list of surveys that are in no public list. */

export const title = "Unlisted surveys";
export const text =
  "These surveys are in no public list, and were published without review. Accept what is fine, and unpublish what breaks the rules.";
export const link = "Unlisted surveys";
export const filter = "Show";
export const all = "All unlisted surveys";
export const onlyNew = "New";
export const columns = { voters: "Who can vote", role: "Asked by", reports: "Reports" } as const;
export const isNew = "New";
export const accepted = "Accepted";
export const accept = "Accept";
export const acceptName = (survey: string) => `Accept: ${survey}`;
export const acceptTitle = "Accept this survey?";
/** @param isByUser whether its owner is no surveyor */
export const acceptText = (survey: ReactNode, isByUser: boolean) =>
  isByUser
    ? rich`The note that nobody has reviewed ${survey} disappears, and its owner can email the people on the list.`
    : rich`Its owner may then put ${survey} into public lists, also after people have voted.`;
export const acceptDone = (survey: string) => `${survey} is accepted.`;
export const none = {
  title: "No unlisted surveys",
  text: "Surveys for invited people will appear here as soon as they are asked.",
};
export const noneNew = {
  title: "Nothing new",
  text: "You have accepted every unlisted survey. New and changed ones will appear here.",
};
