import { CopyButton } from "../ui/CopyButton.tsx";

interface KeptCodeProps {
  /** The kind of code. */
  name: string;
  code: string;
  /** The button's name for screen readers. */
  copy: string;
  /** The use of the code. */
  use: string;
}

/** A code that a voter keeps, as a receipt, with a button that copies it. */
export function KeptCode({ name, code, copy, use }: KeptCodeProps) {
  return (
    <div className="text-sm text-muted">
      <p className="flex flex-wrap items-center gap-x-2">
        {name}
        <span className="inline-flex max-w-full items-center gap-1">
          <code translate="no" className="text-ink wrap-anywhere">
            {code}
          </code>
          <CopyButton text={code} label={copy} />
        </span>
      </p>
      <p>{use}</p>
    </div>
  );
}
