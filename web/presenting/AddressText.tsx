import { SHORT_CODE_LENGTH } from "@survey-app/contract/sharing/shortAddresses.ts";
import { inGroups } from "@survey-app/contract/text/crockford.ts";
import { useSettings } from "../api/settings.ts";
import type { SharedAddress } from "../sharing/useSharedAddress.ts";
import { withoutScheme } from "../surveys/withoutScheme.ts";
import { WordBreak } from "../ui/WordBreak.tsx";

interface AddressTextProps {
  address: SharedAddress;
  /** The size of a short address, and of one that is too long to be typed from a distance. */
  size: { short: string; long: string };
}

/**
 * An address as people type it, without the scheme. A short one is broken before its path, if the line is too short.
 */
export function AddressText({ address: { url, code }, size }: AddressTextProps) {
  const { publicUrl } = useSettings();
  if (code === null)
    return (
      <p dir="ltr" translate="no" className={`wrap-anywhere ${size.long}`}>
        {withoutScheme(url)}
      </p>
    );
  return (
    <p dir="ltr" translate="no" className={`leading-[1.15] font-semibold wrap-anywhere ${size.short}`}>
      {withoutScheme(publicUrl)}
      <WordBreak />
      <span className="whitespace-nowrap">
        {url.slice(publicUrl.length, -code.length)}
        <strong className="tracking-wide">
          {code.length > SHORT_CODE_LENGTH.presentation ? inGroups(code) : <Halves code={code} />}
        </strong>
      </span>
    </p>
  );
}

/** A code in two groups, without a sign between them that people would type. */
function Halves({ code }: { code: string }) {
  const half = SHORT_CODE_LENGTH.presentation / 2;
  return (
    <>
      {code.slice(0, half)}
      <span className="ms-[0.3em]">{code.slice(half)}</span>
    </>
  );
}
