import { useSyncExternalStore } from "react";
import * as frameTexts from "../texts/frameTexts.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { createListeners } from "../ui/listeners.ts";

type Theme = "system" | "light" | "dark";

const order: Record<Theme, { next: Theme; icon: IconName; name: string }> = {
  system: { next: "light", icon: "screen", name: frameTexts.system },
  light: { next: "dark", icon: "sun", name: frameTexts.light },
  dark: { next: "system", icon: "moon", name: frameTexts.dark },
};

const { subscribe, emit } = createListeners();

function readTheme(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : "system";
}

function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Without storage the choice lasts until the next load.
  }
  emit();
}

/** One button that cycles: system, light, dark. Named it is a menu's entry, else an icon. */
export function ThemeSwitch({ named = false }: { named?: boolean }) {
  const theme = useSyncExternalStore<Theme>(subscribe, readTheme, () => "system");
  const { next, icon, name } = order[theme];
  const label = frameTexts.themeLabel(name, order[next].name);
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => chooseTheme(next)}
      className={
        named
          ? "menu-entry"
          : "grid size-10 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
      }
    >
      {named && <span className="flex-1">{frameTexts.themeName(name)}</span>}
      <Icon name={icon} />
    </button>
  );
}
