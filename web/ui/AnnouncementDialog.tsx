import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useEffect } from "react";
import { type Announcement, announce, useAnnouncement } from "./announcement.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { focusHeading } from "./focusHeading.ts";

export function AnnouncementDialog() {
  const announcement = useAnnouncement();
  useEffect(() => {
    if (!announcement?.closesAfter) return;
    const timer = setTimeout(() => close(announcement), announcement.closesAfter);
    return () => clearTimeout(timer);
  }, [announcement]);
  if (!announcement) return null;
  const onClose = () => close(announcement);
  return (
    <Dialog
      title={announcement.title}
      isOpen
      onClose={onClose}
      actions={<Button onClick={onClose}>{uiTexts.ok}</Button>}
    >
      {announcement.text && <p className="text-muted">{announcement.text}</p>}
    </Dialog>
  );
}

function close({ moveFocus }: Announcement) {
  announce(null);
  setTimeout(() => {
    moveFocus?.();
    // The element that had the focus may be gone with its page: then the new page's heading takes it.
    focusHeading(() => document.activeElement === document.body);
  });
}
