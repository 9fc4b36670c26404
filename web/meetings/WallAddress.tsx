import { WALL_PATH } from "@survey-app/contract/sharing/shortAddresses.ts";
import { inGroups } from "@survey-app/contract/text/crockford.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useSettings } from "../api/settings.ts";
import { withoutScheme } from "../surveys/withoutScheme.ts";
import { wallOf } from "./meetings.queries.ts";

/** What is typed on another computer, where nobody is signed in, to show the meeting there. The page keeps its code working. */
export function WallAddress({ meetingId }: { meetingId: string }) {
  const { publicUrl } = useSettings();
  const { data } = useQuery(wallOf(meetingId));
  if (!data) return null;
  const address = (
    <strong dir="ltr" translate="no" className="font-semibold text-ink wrap-anywhere">
      {withoutScheme(publicUrl)}
      <wbr />
      <span className="whitespace-nowrap">{`${WALL_PATH}/${inGroups(data.code)}`}</span>
    </strong>
  );
  return <p className="text-sm text-muted">{hostTexts.elsewhere(address)}</p>;
}
