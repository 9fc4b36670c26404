import { IMAGE_MAX_BYTES, IMAGE_TYPES } from "@survey-app/contract/images.ts";
import { isWebAddress } from "@survey-app/contract/text.ts";
import { type DragEvent, useState } from "react";
import { Refusal } from "../api.ts";
import { frameTexts } from "../frameTexts.ts";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import { fieldId } from "../ui/fieldId.ts";
import { Icon } from "../ui/Icon.tsx";
import { Picture } from "../ui/Picture.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useUpload } from "./images.queries.ts";

interface ImageFieldProps {
  /** What the picture is of. */
  label?: string;
  name: string;
  value: string;
  onChange: (address: string) => void;
  error: string | undefined;
}

/** A picture: dropped, chosen, or by its https address. Its value is the address. */
export function ImageField({ label = "Image", name, value, onChange, error }: ImageFieldProps) {
  const sending = useUpload();
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function take(file: File | undefined) {
    if (!file) return;
    const reason = whyNot(file);
    setProblem(reason);
    if (reason) return;
    try {
      onChange(await sending.mutateAsync(file));
    } catch (failure) {
      setProblem(failure instanceof Refusal ? failure.message : frameTexts.noConnection);
    }
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
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
        {/* Half-typed and hostile addresses are not asked for. */}
        {isWebAddress(value.trim()) && <Picture src={value} alt="The picture chosen" className="h-48 w-full" />}
        <div className="flex flex-wrap items-center gap-4 p-5">
          <span className="text-muted">
            <Icon name="image" size={28} />
          </span>
          <div className="min-w-0 flex-1 basis-48">
            <label htmlFor={fileId} className="font-semibold underline underline-offset-4">
              {value ? "Choose another picture" : "Choose a picture"}
            </label>{" "}
            or drop it here.
            <p className="text-sm text-muted">JPEG, PNG, WebP, GIF or AVIF, at most 5 MB.</p>
            <input
              id={fileId}
              type="file"
              accept={IMAGE_TYPES.join(",")}
              onChange={(event) => void take(event.target.files?.[0])}
              className="sr-only"
            />
          </div>
          {value && (
            <Button look="plain" small onClick={() => onChange("")}>
              Remove
            </Button>
          )}
        </div>
        {sending.isPending && (
          <div className="px-5 pb-5">
            <progress
              aria-label="Upload"
              value={sending.progress}
              max={1}
              className="block h-2 w-full overflow-hidden rounded-full accent-accent"
            />
          </div>
        )}
      </div>
      <p role="status" className="sr-only">
        {sending.isSuccess && "The picture is stored."}
      </p>
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
      <TextField
        label={`${label} address`}
        name={name}
        type="url"
        inputMode="url"
        hint="Filled in by an upload, or any https address of a picture."
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
    </div>
  );
}

/** Why a file would be refused, told before it is sent. */
function whyNot({ type, size }: File): string | null {
  if (!IMAGE_TYPES.some((each) => each === type)) return "That is not a picture of a kind that is accepted here.";
  if (size > IMAGE_MAX_BYTES) return "That picture is larger than 5 MB.";
  return null;
}
