import type { ReactNode } from "react";

interface SpecimenProps {
  /** The name that the component is exported by. */
  of: string;
  children: ReactNode;
}

/** A component in its states, below its name. */
export function Specimen({ of, children }: SpecimenProps) {
  return (
    <section aria-label={of} className="min-w-0 break-inside-avoid space-y-4 border-t border-line py-6">
      <h3 translate="no" className="font-mono text-sm font-normal text-muted">
        {of}
      </h3>
      {children}
    </section>
  );
}

/** Specimens of one kind, in two columns where there is room. */
export function Specimens({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="py-6">
      <h2 className="mb-4 text-2xl">{title}</h2>
      <div className="gap-x-12 lg:columns-2">{children}</div>
    </section>
  );
}
