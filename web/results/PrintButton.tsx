import * as resultTexts from "@survey-app/texts/resultTexts.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";

/** Opens the browser's print dialog for this page. */
export function PrintButton({ label = resultTexts.print }: { label?: string }) {
  return (
    <Button look="quiet" small onClick={() => print()}>
      <Icon path={innerIcons.printer} size={16} /> {label}
    </Button>
  );
}
