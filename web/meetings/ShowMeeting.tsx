import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import type { ButtonLook } from "../ui/buttonLook.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { wallAddress } from "./meetingAddress.ts";

interface ShowMeetingProps {
  meetingId: string;
  look: ButtonLook;
  /** Called once the page for the screen is opened. */
  onShown: () => void;
}

/** Opens the page for the screen in the room in a window of its own, while the owner leads the meeting in this one. */
export function ShowMeeting({ meetingId, look, onShown }: ShowMeetingProps) {
  return (
    <LinkButton look={look} href={wallAddress(meetingId)} target="_blank" onClick={onShown}>
      {shareTexts.start}
    </LinkButton>
  );
}
