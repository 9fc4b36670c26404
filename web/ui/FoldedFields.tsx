import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { useFolding } from "./useFolding.ts";

interface FoldedFieldsProps {
  title: string;
  /** The content in a few words. */
  text: string;
  /** Opened at first, because a field has a value. */
  isNeeded?: boolean;
  /** Opened whatever the user chose: what is wrong must not be hidden. */
  isWrong: boolean;
  children: ReactNode;
}

/** Fields of a form that few people need, folded away. */
export function FoldedFields({ title, text, isNeeded = false, isWrong, children }: FoldedFieldsProps) {
  const folding = useFolding({ isNeeded, isWrong });
  return (
    <details {...folding} className="group rounded-xl border border-line">
      <summary className="flex min-h-12 items-center gap-3 rounded-xl px-4 py-2 font-semibold hover:bg-sunken">
        <span className="transition-transform group-open:rotate-180">
          <Icon name="chevron" />
        </span>
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 wrap-anywhere">
          {title}
          <span className="text-sm font-normal text-muted">{text}</span>
        </span>
      </summary>
      <div className="space-y-6 p-4 pt-2">{children}</div>
    </details>
  );
}
