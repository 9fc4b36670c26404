import { makeShortAddress } from "@survey-app/contract/ballots/rights.ts";
import { hasShortAddress, SHORT_PATH, type ShortAddressKind } from "@survey-app/contract/sharing/shortAddresses.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { useQuery } from "@tanstack/react-query";
import { useSettings } from "../api/settings.ts";
import { may } from "../session/may.ts";
import { useOwner } from "../session/useSession.ts";
import { surveyUrl } from "../surveys/surveyUrl.ts";
import { keptShortAddresses, renewedShortAddresses, shortAddressesOf } from "./shortAddresses.queries.ts";

/** An address that people scan, type or pass on. */
export interface SharedAddress {
  url: string;
  /** The code at its end; null if it is the survey's own address. */
  code: string | null;
  /** Whether its short address is still on its way. */
  isLoading: boolean;
}

/**
 * The address of a survey on a screen, on paper or in a message. It is short if the survey has a short address of this
 * kind, which opening the page creates for the owner and for admins, and which works on while the page is open.
 */
export function useSharedAddress(survey: Survey, kind: ShortAddressKind): SharedAddress {
  const { _id } = survey;
  const { publicUrl } = useSettings();
  const user = useOwner();
  const canBeShort = hasShortAddress(survey);
  const mayCreate = canBeShort && may(makeShortAddress, user, survey);
  const own = useQuery({ ...renewedShortAddresses(_id, kind, user?._id ?? null), enabled: mayCreate });
  const others = useQuery({ ...shortAddressesOf(_id), enabled: canBeShort && !mayCreate });
  // A screen without a session, which is led from elsewhere.
  useQuery({
    ...keptShortAddresses(_id),
    enabled: survey.electorate === "link" && kind === "presentation" && !mayCreate,
  });
  const code = (own.data ?? others.data)?.[kind] ?? null;
  const isLoading = own.isLoading || others.isLoading;
  return { code, isLoading, url: code === null ? surveyUrl(publicUrl, _id) : `${publicUrl}${SHORT_PATH}/${code}` };
}
