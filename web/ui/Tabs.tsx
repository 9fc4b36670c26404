import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";

interface TabsProps {
  label: string;
  tabs: readonly { title: string; content: ReactNode }[];
}

/** Tabs: arrow keys move and select. Tab stops at each as well, so that two keys are enough to see all panels. */
export function Tabs({ label, tabs }: TabsProps) {
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const last = tabs.length - 1;
    const [before, after] = [chosen === 0 ? last : chosen - 1, chosen === last ? 0 : chosen + 1];
    const isRtl = document.dir === "rtl";
    const next = {
      ArrowLeft: isRtl ? after : before,
      ArrowRight: isRtl ? before : after,
      Home: 0,
      End: last,
    };
    const index = next[event.key as keyof typeof next];
    if (index === undefined) return;
    event.preventDefault();
    setChosen(index);
    list.current?.querySelectorAll<HTMLButtonElement>('[role="tab"]')[index]?.focus();
  }

  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} className="flex flex-wrap gap-x-1 border-b border-line">
        {tabs.map(({ title }, index) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === chosen}
            aria-controls={`${id}-panel-${index}`}
            onClick={() => setChosen(index)}
            onKeyDown={onKeyDown}
            className="tab"
          >
            {title}
          </button>
        ))}
      </div>
      {/* All panels are in the HTML, so that they can be read and found without JavaScript. */}
      {tabs.map(({ title, content }, index) => (
        <div
          key={title}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== chosen}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern wants the panel reachable by Tab
          tabIndex={0}
          className="pt-4 sm:pt-6"
        >
          {content}
        </div>
      ))}
    </div>
  );
}
