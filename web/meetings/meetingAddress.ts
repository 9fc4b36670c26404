export type MeetingSection = "questions" | "people";

/** A section of the owner's page of a meeting. */
export const meetingAddress = (meetingId: string, section: MeetingSection = "questions") =>
  `/dashboard/meetings/${meetingId}${section === "questions" ? "" : `/${section}`}`;

/** What everyone with the address sees: on the screen in the room, and what was voted on. */
export const wallAddress = (meetingId: string) => `/meetings/${meetingId}/wall`;
export const recordAddress = (meetingId: string) => `/meetings/${meetingId}/record`;
