import { unlessClockHeld } from "../clock/heartbeat.sql.ts";
import { pictureReaders } from "../http/pictureAddresses.ts";
import type { Server } from "../http/server.ts";
import { serveAvatars } from "./avatars.ts";
import type { ImageFiles } from "./imageFiles.ts";
import { serveImageFiles, serveImages } from "./images.routes.ts";
import type { ImageStore } from "./store.ts";
import { removeUnused } from "./unusedImages.sql.ts";

/** Serves uploads and avatars, and deletes the uploads that nothing shows. */
export function startImages(
  { app, registerEndpoint, database, jobs }: Server,
  { files, store, corsOrigins }: { files: ImageFiles; store: ImageStore; corsOrigins: readonly string[] },
): void {
  serveImages(registerEndpoint, database, store);
  const readers = pictureReaders(corsOrigins);
  serveImageFiles(app, database, { files, readers });
  serveAvatars(app, readers);
  jobs.everyHour(
    "deleting unused images",
    unlessClockHeld(database, (run) =>
      removeUnused(database, { reading: database.forLists, removeFiles: store.remove, run }),
    ),
  );
}
