import * as operationsTexts from "@survey-app/texts/operationsTexts.ts";
import type { ReactNode } from "react";

interface CheckProps {
  title: string;
  /** The advice to the admin; false if all is well. */
  todo: string | false;
  /** The button that does it, where the page can. */
  action?: ReactNode;
  children: ReactNode;
}

/** One thing that an operator watches. */
export function Check({ title, todo, action, children }: CheckProps) {
  return (
    <section aria-label={title} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 py-4">
      <div className="max-w-prose min-w-0 flex-[1_1_18rem] space-y-1">
        <h2 className="font-semibold">{title}</h2>
        <div className="text-sm text-muted [overflow-wrap:anywhere]">{children}</div>
        {todo && <p className="text-sm">{todo}</p>}
      </div>
      <p className={todo ? "text-sm font-semibold text-danger" : "text-sm text-muted"}>
        {todo ? operationsTexts.attention : operationsTexts.fine}
      </p>
      {action && <div className="basis-full pt-2">{action}</div>}
    </section>
  );
}
