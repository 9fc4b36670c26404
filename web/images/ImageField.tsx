import { IMAGE_TYPES } from "@survey-app/contract/surveys/images.ts";
import { IMAGE_WIDTHS, imageAt } from "@survey-app/contract/surveys/imageWidths.ts";
import { isWebAddress } from "@survey-app/contract/users/webAddress.ts";
import * as imageTexts from "@survey-app/texts/imageTexts.ts";
import {
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { useSession } from "../session/useSession.ts";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import { FieldError } from "../ui/FieldError.tsx";
import { describedBy, fieldId } from "../ui/fieldId.ts";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { Picture } from "../ui/Picture.tsx";
import { useUpload } from "./images.queries.ts";
import { fileOfPendingPicture, isPendingPicture, toPendingPicture } from "./pendingPicture.ts";
import { useImageLoads } from "./useImageLoads.ts";
import { whyNotUploaded } from "./whyNotUploaded.ts";

interface ImageFieldProps {
  /** The label of the field; by default a general one. */
  label?: string;
  name: string;
  value: string;
  onChange: (address: string) => void;
  error: string | undefined;
  /** Called with the reason why the form can't be sent yet, or null when it can. */
  onBlock: (why: string | null) => void;
  /** Replaces an image that can't be loaded. Without it, the form waits until such a URL is confirmed. */
  standIn?: string;
  /** Why images can only be uploaded. Then the field for a URL is shown only while it has one. */
  uploadOnly?: string | undefined;
}

/**
 * One field for an image: dropped, chosen, pasted, or given by its https URL. The field's value is the URL. A visitor's
 * picture stays on this device as a data URL, and is uploaded when they have signed in.
 */
export function ImageField(props: ImageFieldProps) {
  const { label = imageTexts.label, name, value, onChange, error, onBlock, standIn, uploadOnly } = props;
  const address = value.trim();
  const upload = useHeldUpload(address, onChange);
  const isUpload = isPendingPicture(address) || imageAt(address, IMAGE_WIDTHS[0]) !== null;
  const { isBroken, mustLoad, block, confirm } = useLoading(address, { isUpload, hasStandIn: standIn !== undefined });
  const reason = upload.progress !== null ? imageTexts.waitForUpload : block;
  useEffect(() => {
    onBlock(reason);
    return () => onBlock(null);
  }, [reason, onBlock]);

  function change(typed: string) {
    upload.cancel();
    onChange(typed);
  }

  const id = fieldId(name);
  const warning = isBroken ? imageTexts.cannotLoad(standIn ?? imageTexts.mayBeBlocked) : undefined;
  const isShown = isWebAddress(address) || isPendingPicture(address);
  return (
    <div className="space-y-1.5">
      <p className="font-semibold">{label}</p>
      <DropArea hasError={error !== undefined} onFile={upload.take}>
        {/* Incomplete and unsafe URLs are not requested. */}
        {isShown && <Picture src={address} alt={imageTexts.chosen} className="h-48 w-full" />}
        <div className="space-y-4 p-4">
          <FileButton id={id} hasImage={value !== ""} onFile={upload.take} onRemove={() => change("")} />
          {upload.progress !== null && (
            <progress aria-label={imageTexts.uploading} value={upload.progress} max={1} className="block h-2 w-full" />
          )}
          {uploadOnly && !isUpload && <p className="text-sm text-muted">{uploadOnly}</p>}
          {/* Users don't need to read the URL of an upload. */}
          {!isUpload && !(uploadOnly && !value) && (
            <AddressInput id={id} name={name} value={value} error={error} warning={warning} onChange={change} />
          )}
        </div>
      </DropArea>
      <FieldError id={id} error={error} />
      {warning && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-accent-soft px-4 py-3">
          <p id={`${id}-hint`} className="min-w-0 flex-1 basis-64">
            {warning}
          </p>
          {mustLoad && (
            <Button look="quiet" small onClick={confirm}>
              {imageTexts.useAnyway}
            </Button>
          )}
        </div>
      )}
      {isPendingPicture(address) && upload.progress === null && (
        <p className="text-sm text-muted">{imageTexts.pending}</p>
      )}
      <p role="status" className="sr-only">
        {upload.isDone && imageTexts.uploaded}
      </p>
      {upload.problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {upload.problem}
        </p>
      )}
    </div>
  );
}

/** Whether the image at an address loads, and why a form must wait for it. */
function useLoading(address: string, { isUpload, hasStandIn }: { isUpload: boolean; hasStandIn: boolean }) {
  // An image that is already stored stays valid while its host is unreachable.
  const [stored] = useState(address);
  /** Another network may load what this one blocks. */
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const loads = useImageLoads(address);
  const isBroken = loads === false;
  // The server has just read an upload.
  const mustLoad = !hasStandIn && address !== stored && address !== confirmed && !isUpload && isWebAddress(address);
  const waits = loads === null ? imageTexts.waitForImage : isBroken ? imageTexts.unreachable : null;
  return { isBroken, mustLoad, block: mustLoad ? waits : null, confirm: () => setConfirmed(address) };
}

interface DropAreaProps {
  hasError: boolean;
  onFile: (file: File | undefined) => void;
  children: ReactNode;
}

/** Takes a file that is dropped or pasted. */
function DropArea({ hasError, onFile, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false);

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  }

  function onPaste(event: ClipboardEvent) {
    const [file] = event.clipboardData.files;
    if (!file) return;
    event.preventDefault();
    onFile(file);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are extras; the button inside does the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      onPaste={onPaste}
      className={classes(
        "overflow-hidden rounded-xl border transition-colors",
        hasError ? "border-danger" : isOver ? "border-accent" : "border-line-strong border-dashed",
        isOver ? "bg-accent-soft" : "bg-surface",
      )}
    >
      {children}
    </div>
  );
}

interface FileButtonProps {
  id: string;
  hasImage: boolean;
  onFile: (file: File | undefined) => void;
  onRemove: () => void;
}

/** Chooses a file, or removes the image. */
function FileButton({ id, hasImage, onFile, onRemove }: FileButtonProps) {
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    onFile(currentTarget.files?.[0]);
    // Browsers fire no event when the same file is chosen again.
    currentTarget.value = "";
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="text-muted">
        <Icon path={innerIcons.image} size={28} />
      </span>
      <div className="min-w-0 flex-1 basis-48 rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent">
        <label htmlFor={`${id}-file`} className="cursor-pointer font-semibold underline underline-offset-4">
          {hasImage ? imageTexts.chooseAnother : imageTexts.choose}
        </label>{" "}
        {imageTexts.drop}
        <p className="text-sm text-muted">{imageTexts.kinds}</p>
        <input id={`${id}-file`} type="file" accept={IMAGE_TYPES.join(",")} onChange={choose} className="sr-only" />
      </div>
      {hasImage && (
        <Button look="plain" small onClick={onRemove}>
          {imageTexts.remove}
        </Button>
      )}
    </div>
  );
}

interface AddressInputProps {
  id: string;
  name: string;
  value: string;
  error: string | undefined;
  /** The warning that the image can't be loaded. */
  warning: string | undefined;
  onChange: (address: string) => void;
}

/** Takes the image's URL. */
function AddressInput({ id, name, value, error, warning, onChange }: AddressInputProps) {
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        {imageTexts.address}
      </label>
      <input
        id={id}
        name={name}
        type="url"
        inputMode="url"
        placeholder={imageTexts.addressFormat}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, warning ?? null, error)}
        onChange={(event) => onChange(event.target.value)}
        className="field"
      />
    </div>
  );
}

/** Uploads pictures; a visitor's stays on this device until they have signed in. */
function useHeldUpload(address: string, onChange: (address: string) => void) {
  const isSignedIn = useSession().phase === "signedIn";
  const upload = useUpload(onChange);
  /** The pending picture whose upload was started: a failed one is not retried automatically. */
  const begun = useRef("");
  useEffect(() => {
    if (!isSignedIn || !isPendingPicture(address) || begun.current === address) return;
    begun.current = address;
    void upload.send(fileOfPendingPicture(address));
  });

  function take(file: File | undefined) {
    if (!file) return;
    const reason = whyNotUploaded(file);
    if (reason) return upload.refuse(reason);
    if (isSignedIn) return void upload.send(file);
    upload.cancel();
    toPendingPicture(file).then(onChange, () => upload.refuse(imageTexts.unreadable));
  }

  return { ...upload, take };
}
