import type { StoredImage } from "@survey-app/contract/surveys/images.ts";
import { dayAndTime } from "@survey-app/contract/text/time.ts";
import * as imageTexts from "@survey-app/texts/imageTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { PagedList } from "../api/PagedList.tsx";
import { useConfirmation } from "../api/useConfirmation.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Day } from "../ui/Day.tsx";
import { Picture } from "../ui/Picture.tsx";
import { toast } from "../ui/toast.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { ownImages, useDeleteImage } from "./images.queries.ts";
import { pictureSources } from "./pictureSources.ts";

/** The images that the current user has uploaded; unused ones can be deleted. */
export function OwnImages() {
  const query = useInfiniteQuery(ownImages());
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState<StoredImage | null>(null);
  const confirmation = useConfirmation(useDeleteImage(), {
    subject: chosen,
    onDone: () => {
      toast(imageTexts.deleted);
      // The clicked button disappears with its row. Deferred, because a closing dialog first returns the focus to it.
      setTimeout(() => list.current?.focus());
    },
    onClose: () => setChosen(null),
  });

  return (
    <>
      <PagedList query={query} empty={<p className="text-muted">{imageTexts.none}</p>}>
        {(images) => (
          <ul ref={list} tabIndex={-1} className="divide-y divide-line border-y border-line outline-none">
            {images.map((image) => (
              <ImageRow key={image._id} image={image} onDelete={() => setChosen(image)} />
            ))}
          </ul>
        )}
      </PagedList>
      <ConfirmDialog title={imageTexts.deleteTitle} label={imageTexts.deletion} look="danger" {...confirmation}>
        {imageTexts.deleteText}
      </ConfirmDialog>
    </>
  );
}

function ImageRow({ image, onDelete }: { image: StoredImage; onDelete: () => void }) {
  const { display_url, createdAt, isInUse } = image;
  const zone = useTimeZone();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Picture {...pictureSources(display_url)} sizes="5rem" className="h-14 w-20 shrink-0 rounded-lg" />
        <p className="text-sm text-muted">{imageTexts.uploadedOn(<Day at={createdAt} withTime />)}</p>
      </div>
      {isInUse ? (
        <span className="ms-auto text-sm text-muted">{imageTexts.inUse}</span>
      ) : (
        <Button
          look="quiet"
          small
          className="ms-auto"
          aria-label={imageTexts.deleteName(dayAndTime(createdAt, zone))}
          onClick={onDelete}
        >
          {imageTexts.deletion}
        </Button>
      )}
    </li>
  );
}
