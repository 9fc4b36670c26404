import { WALL_PATH } from "@survey-app/contract/sharing/shortAddresses.ts";
import { useSettings } from "../api/settings.ts";
import { withoutScheme } from "../surveys/withoutScheme.ts";
import { WordBreak } from "../ui/WordBreak.tsx";

/** The address to type on another computer to show a survey or a meeting there. @param code as it is typed */
export function TypedWallAddress({ code }: { code: string }) {
  const { publicUrl } = useSettings();
  return (
    <strong dir="ltr" translate="no" className="font-semibold text-ink wrap-anywhere">
      {withoutScheme(publicUrl)}
      <WordBreak />
      <span className="whitespace-nowrap">{`${WALL_PATH}/${code}`}</span>
    </strong>
  );
}
