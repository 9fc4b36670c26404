import { announce, useAnnouncement } from "./announcement.ts";
import { useLate } from "./useLate.ts";

/**
 * Above all pages: the dialog for announcements. Its code is loaded with the first one, because most visits have none.
 */
export function Announcements() {
  const isAnnounced = useAnnouncement() !== null;
  const load = async () => (await import("./AnnouncementDialog.tsx")).AnnouncementDialog;
  const Dialog = useLate(isAnnounced, load, () => announce(null));
  return Dialog && <Dialog />;
}
