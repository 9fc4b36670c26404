import type { Privacy } from "@survey-app/contract/ballots.ts";
import { INVITATION_HOURS } from "@survey-app/contract/invitations.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts for people who vote with an invitation: the page that opens it, and what the survey's page says about them. */
export const text = "Open the survey that you were invited to. You need no account.";
export const opening = "Opening your invitation";
export const code = "Code";
export const codeHint = "From your email or printout: groups of letters and digits. Capitals and dashes don't matter.";
export const codeRequired = "Enter the code of your invitation.";
export const open = "Open the survey";
export const openUnknown = "We couldn't reach the server. Try again: opening an invitation changes nothing.";
export const problemAdvice =
  "If you got a newer email or code, use that one. Otherwise ask the person who invited you for a new one.";
export const storageForbidden =
  "This browser doesn't let us remember your invitation. Allow this site to store data, or use another browser.";

// Above the vote form.
export const votesAs = (who: ReactNode) => rich`You vote as ${who}.`;
export const notMe = "That's not me";
export const notMeTitle = (who: string) => `You are not ${who}?`;
export const notMeText =
  "Then don't vote here: the link or code belongs to someone else. Close it on this device, and open your own invitation.";
export const notMeAction = "Close this invitation";
/** What the reader must know before voting: where the vote can be seen and changed later. */
export const onlyHere = ({ privacy, changeable }: { privacy: Privacy; changeable: boolean }) =>
  privacy === "secret"
    ? `Your invitation stays open on this device for ${INVITATION_HOURS} hours, or until you close the tab.`
    : `You can ${changeable ? "see and change your vote" : "see your vote later"} only in this browser. In a mail app? Open the link in your usual browser first.`;

// After someone else voted with the invitation.
export const used = "This invitation has been used";
export const usedText =
  "Someone voted with it in another browser, or with an account. If that was you, your vote is counted: you can see it there.";
export const usedSecretly =
  "Someone voted with it. If that was you, your vote is counted. A secret vote can't be looked up.";
export const object = "It wasn't me";
export const objectTitle = "Did someone else use your invitation?";
export const objectText =
  "The admins will be told, and the result will say how many people reported this, without names. The vote stays counted. You can report this once.";
export const objectAction = "Report it";
export const objected = "Thank you. The admins have been told.";

// For people who can't vote.
export const onlyInvited = "This survey is for invited people";
export const notOnList = (email: ReactNode) =>
  rich`Your account's address ${email} is not on the list of people who can vote.`;
export const unconfirmed = (email: ReactNode) =>
  rich`If your address ${email} is on the list, confirm it first: we emailed you a link.`;
export const howToVote =
  "If you were invited by email, open the link in it. If you were given a code, enter it. Everyone else can follow the voting here.";
export const ofOwner = "This is your survey. You manage its list: who can vote, their links and their codes.";
export const list = "Invited people";
export const enterCode = "Enter your code";
export const logIn = "Log in";
export const logInText = "Already have an account with the address that was invited?";
export const ended = "Your invitation has to be opened again.";
