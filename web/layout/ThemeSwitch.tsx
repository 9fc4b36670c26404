import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { useSyncExternalStore } from "react";
import { store } from "../ui/browserStorage.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { createListeners } from "../ui/listeners.ts";

type Theme = "system" | "light" | "dark";

const order: Record<Theme, { next: Theme; icon: IconName }> = {
  system: { next: "light", icon: "screen" },
  light: { next: "dark", icon: "sun" },
  dark: { next: "system", icon: "moon" },
};

const { subscribe, emit } = createListeners();

function readTheme(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : "system";
}

function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  store("local", "theme", theme);
  emit();
}

/** One button that cycles: system, light, dark. Named it is a menu's entry, else an icon. */
export function ThemeSwitch({ named = false }: { named?: boolean }) {
  const theme = useSyncExternalStore<Theme>(subscribe, readTheme, () => "system");
  const { next, icon } = order[theme];
  const label = frameTexts.themeLabel[theme];
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => chooseTheme(next)}
      className={
        named
          ? "menu-entry"
          : "grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
      }
    >
      {named && <span className="flex-1">{frameTexts.themeName[theme]}</span>}
      <Icon name={icon} />
    </button>
  );
}
