import { IMAGE_MAX_BYTES, IMAGE_TYPES } from "@survey-app/contract/images.ts";
import { isWebAddress } from "@survey-app/contract/text.ts";
import { type ChangeEvent, type DragEvent, useEffect, useState } from "react";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import { fieldId } from "../ui/fieldId.ts";
import { Icon } from "../ui/Icon.tsx";
import { innerIcons } from "../ui/innerIcons.ts";
import { Picture } from "../ui/Picture.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useUpload } from "./images.queries.ts";
import { useImageLoads } from "./useImageLoads.ts";

interface ImageFieldProps {
  /** What the image shows. */
  label?: string;
  name: string;
  value: string;
  onChange: (address: string) => void;
  error: string | undefined;
  /** Called with the reason why the form can't be sent yet, or null when it can. */
  onBlock: (why: string | null) => void;
  /** Replaces an image that can't be loaded. Without it, such a URL blocks the form. */
  standIn?: string;
}

/** An image: dropped, chosen, or given by its https URL. The field's value is the URL. */
export function ImageField(props: ImageFieldProps) {
  const { label = "Image", name, value, onChange, error, onBlock, standIn } = props;
  const upload = useUpload(onChange);
  const [isOver, setOver] = useState(false);
  // An image that is already stored stays valid while its host is unreachable.
  const [stored] = useState(value);
  const address = value.trim();
  const loads = useImageLoads(address);
  const isUploading = upload.progress !== null;
  const isBroken = loads === false;
  const mustLoad = standIn === undefined && address !== stored && isWebAddress(address);
  const block = isUploading
    ? "Wait for the image to finish uploading."
    : mustLoad && loads === null
      ? "Wait for the image to load."
      : mustLoad && isBroken
        ? "We couldn't load an image from this URL. Use another URL, or upload a file."
        : null;
  useEffect(() => {
    onBlock(block);
    return () => onBlock(null);
  }, [block, onBlock]);

  function take(file: File | undefined) {
    if (!file) return;
    const reason = whyNot(file);
    if (reason) upload.refuse(reason);
    else void upload.send(file);
  }

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    take(currentTarget.files?.[0]);
    // Browsers fire no event when the same file is chosen again.
    currentTarget.value = "";
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  }

  function change(typed: string) {
    upload.cancel();
    onChange(typed);
  }

  const fileId = `${fieldId(name)}-file`;
  return (
    <div className="space-y-3">
      <p className="font-semibold">{label}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside does the same */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={classes(
          "overflow-hidden rounded-xl border-2 border-dashed transition-colors",
          isOver ? "border-accent bg-accent-soft" : "border-line-strong bg-surface",
        )}
      >
        {/* Incomplete and unsafe URLs are not requested. */}
        {isWebAddress(address) && <Picture src={address} alt="The picture chosen" className="h-48 w-full" />}
        <div className="flex flex-wrap items-center gap-4 p-5">
          <span className="text-muted">
            <Icon path={innerIcons.image} size={28} />
          </span>
          <div className="min-w-0 flex-1 basis-48">
            <label htmlFor={fileId} className="font-semibold underline underline-offset-4">
              {value ? "Choose another picture" : "Choose a picture"}
            </label>{" "}
            or drop it here.
            <p className="text-sm text-muted">JPEG, PNG, WebP, GIF or AVIF, at most 5 MB.</p>
            <input id={fileId} type="file" accept={IMAGE_TYPES.join(",")} onChange={choose} className="sr-only" />
          </div>
          {value && (
            <Button look="plain" small onClick={() => change("")}>
              Remove
            </Button>
          )}
        </div>
        {isUploading && (
          <div className="px-5 pb-5">
            <progress
              aria-label="Upload"
              value={upload.progress ?? 0}
              max={1}
              className="block h-2 w-full overflow-hidden rounded-full accent-accent"
            />
          </div>
        )}
      </div>
      <p role="status" className="sr-only">
        {upload.isDone && "Photo uploaded. Save to use it."}
      </p>
      {upload.problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {upload.problem}
        </p>
      )}
      <TextField
        label="Or paste an image URL"
        name={name}
        type="url"
        inputMode="url"
        hint="An upload fills this in. Any https URL of a picture works, too."
        value={value}
        onChange={(event) => change(event.target.value)}
        error={error ?? (isBroken ? `We couldn't load an image from this URL. ${standIn ?? ""}` : undefined)}
      />
    </div>
  );
}

/** Why the server would reject a file; checked before it is sent. */
function whyNot({ type, size }: File): string | null {
  if (!IMAGE_TYPES.some((each) => each === type)) return "Use a JPEG, PNG, WebP, GIF or AVIF file.";
  if (size > IMAGE_MAX_BYTES) return "Use a file of at most 5 MB.";
  return null;
}
