import { SEARCH_MAX } from "@survey-app/contract/text/limits.ts";
import { type ComponentProps, useId } from "react";
import { Counter } from "./Counter.tsx";

/** Whether `text` is a valid search; otherwise the field below shows the error. */
export const isSearchable = (text: string): boolean => text.trim().length <= SEARCH_MAX;

/** A list's search field. Input is never truncated; too long a text shows an error. */
export function SearchInput({ label, ...input }: ComponentProps<"input"> & { label: string }) {
  const id = useId();
  return (
    <div className="min-w-0 flex-1 space-y-1">
      <input
        {...input}
        id={id}
        type="search"
        dir="auto"
        name="q"
        aria-label={label}
        aria-describedby={`${id}-count`}
        className="field w-full"
      />
      <Counter id={id} max={SEARCH_MAX} />
    </div>
  );
}
