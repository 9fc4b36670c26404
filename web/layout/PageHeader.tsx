import type { ReactNode } from "react";
import { useHeadingReplaced } from "../ui/ownHeading.ts";
import { UserText } from "../ui/UserText.tsx";

interface PageHeaderProps {
  title: ReactNode;
  text?: ReactNode;
  /** The page's main action. */
  action?: ReactNode;
}

/** The top of a page; its heading takes the focus after navigation. */
export function PageHeader({ title, text, action }: PageHeaderProps) {
  const isReplaced = useHeadingReplaced();
  if (isReplaced) return action && <div className="mb-5 flex justify-end">{action}</div>;
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 sm:mb-8 sm:in-data-dashboard:mb-6">
      <div className="min-w-0 space-y-2">
        <UserText as="h1" tabIndex={-1} className="text-3xl in-data-dashboard:text-title">
          {title}
        </UserText>
        {text && <p className="max-w-prose text-muted">{text}</p>}
      </div>
      {action}
    </header>
  );
}
