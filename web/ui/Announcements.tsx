import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { announce, readAnnouncement, subscribeToAnnouncement } from "./announcement.ts";

/**
 * Above all pages: the dialog for announcements. Its code is loaded with the first one, because most visits have none.
 */
export function Announcements() {
  const announcement = useSyncExternalStore(subscribeToAnnouncement, readAnnouncement, () => null);
  const [Dialog, setDialog] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!announcement || Dialog) return;
    import("./AnnouncementDialog.tsx").then(
      ({ AnnouncementDialog }) => setDialog(() => AnnouncementDialog),
      () => announce(null),
    );
  }, [announcement, Dialog]);
  return Dialog && <Dialog />;
}
