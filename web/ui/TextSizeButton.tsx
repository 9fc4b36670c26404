import { useSyncExternalStore } from "react";
import { Icon } from "./Icon.tsx";
import { createListeners } from "./listeners.ts";
import { chooseNextTextSize, readTextSize, type TextSize, textSizeLabel } from "./textSize.ts";
import { textSizeIcon, textSizeLook } from "./textSizeLook.ts";

const { subscribe, emit } = createListeners();

/** Goes through four text sizes, where people vote. The choice of an answer stays. */
export function TextSizeButton() {
  const size = useSyncExternalStore<TextSize>(subscribe, readTextSize, () => "normal");
  const label = textSizeLabel(size);
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => {
        chooseNextTextSize();
        emit();
      }}
      className={textSizeLook}
    >
      <Icon path={textSizeIcon} />
    </button>
  );
}
