import { type ComponentProps, useId } from "react";
import { Counter } from "./Counter.tsx";

/** As the contract's lists take it. */
const SEARCH_MAX = 200;

/** Whether a list can be searched for `text`; the field below says it where it can't. */
export const isSearchable = (text: string): boolean => text.trim().length <= SEARCH_MAX;

/** Where one types what a list is searched for. Nothing typed is cut: what is too much is told. */
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
