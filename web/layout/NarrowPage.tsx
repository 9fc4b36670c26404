import type { ReactNode } from "react";
import { useHeadingReplaced } from "../ui/ownHeading.ts";

interface NarrowPageProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** A page with a single form. */
export function NarrowPage({ title, text, children }: NarrowPageProps) {
  const isReplaced = useHeadingReplaced();
  return (
    <div className="page frame-form">
      {/* Only in the server's HTML, for search engines. */}
      {import.meta.env.SSR && <meta name="description" content={text} />}
      {!isReplaced && (
        <>
          <h1 tabIndex={-1} className="text-3xl">
            {title}
          </h1>
          <p className="mt-2 mb-8 text-muted">{text}</p>
        </>
      )}
      {children}
    </div>
  );
}
