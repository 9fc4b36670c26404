import { SHORT_PATH } from "@survey-app/contract/shortAddresses.ts";
import * as shortAddressTexts from "../texts/shortAddressTexts.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useBrowserValue } from "../ui/useBrowserValue.ts";

/**
 * Takes the code of a short address. The server redirects to the survey or to the page that says the code is wrong, so that the
 * form works without JavaScript.
 * @param wrong a code that leads nowhere, to be corrected
 */
export function EnterCode({ wrong }: { wrong?: string | undefined }) {
  // Not on the server: all wrong codes get the same HTML.
  const typed = useBrowserValue(() => wrong ?? "", "");
  return (
    <form action={SHORT_PATH} className="space-y-5">
      {wrong !== undefined && <ErrorPanel text={shortAddressTexts.wrong} />}
      <TextField
        key={typed}
        label={shortAddressTexts.code}
        hint={shortAddressTexts.codeHint}
        name="code"
        defaultValue={typed}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" plain className="w-full">
        {shortAddressTexts.open}
      </Button>
    </form>
  );
}
