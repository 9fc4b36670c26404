import type { ReactNode } from "react";
import { UserText } from "./UserText.tsx";

/** A text that someone wrote, below its author and date. */
export function Quote({ title, children }: { title: ReactNode; children: string }) {
  return (
    <figure className="space-y-1 rounded-xl bg-sunken px-4 py-3">
      <figcaption className="text-sm text-muted">{title}</figcaption>
      <UserText as="blockquote" className="whitespace-pre-line">
        {children}
      </UserText>
    </figure>
  );
}
