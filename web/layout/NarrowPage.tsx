import type { ReactNode } from "react";

interface NarrowPageProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** A page with a single form. */
export function NarrowPage({ title, text, children }: NarrowPageProps) {
  return (
    <div className="page frame-form">
      {/* Only in the server's HTML, for search engines. */}
      {import.meta.env.SSR && <meta name="description" content={text} />}
      <h1 tabIndex={-1} className="text-3xl">
        {title}
      </h1>
      <p className="mt-2 mb-8 text-muted">{text}</p>
      {children}
    </div>
  );
}
