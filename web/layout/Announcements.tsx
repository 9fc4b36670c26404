import { useLate } from "../api/useLate.ts";
import { announce, useAnnouncement } from "../ui/announcement.ts";

/**
 * Above all pages: the dialog for announcements. Its code is loaded with the first one, because most visits have none.
 */
export function Announcements() {
  const isAnnounced = useAnnouncement() !== null;
  const load = async () => (await import("../ui/AnnouncementDialog.tsx")).AnnouncementDialog;
  const Dialog = useLate(isAnnounced, load, () => announce(null));
  return Dialog && <Dialog />;
}
