import {
  keepShortAddress,
  listShortAddresses,
  renewShortAddress,
  type ShortAddressKind,
} from "@survey-app/contract/sharing/shortAddresses.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/**
 * How often an open page asks again, in milliseconds: the code of a presentation is renewed while it is open, and other
 * people's pages see a code that was created or has expired.
 */
const EVERY_MS = 10 * 60_000;

/** The codes of a survey that work now. */
export const shortAddressesOf = (id: string) =>
  queryOptions({
    queryKey: ["surveys", "shortAddresses", id],
    queryFn: ({ signal }) => api(listShortAddresses, { params: { id } }, signal),
    refetchInterval: EVERY_MS,
  });

/**
 * The same for `reader`, an owner or admin: a missing code is created. A query, because it can be repeated like one:
 * the survey keeps its code.
 */
export const renewedShortAddresses = (id: string, kind: ShortAddressKind, reader: string | null) =>
  queryOptions({
    queryKey: ["surveys", "shortAddresses", id, kind, reader],
    queryFn: ({ signal }) => api(renewShortAddress, { params: { id }, body: { kind } }, signal),
    refetchInterval: EVERY_MS,
    meta: { private: true },
  });

/** Keeps the code that a presentation shows working, for everyone who shows it. */
export const keptShortAddresses = (id: string) =>
  queryOptions({
    queryKey: ["surveys", "shortAddresses", id, "kept"],
    queryFn: ({ signal }) => api(keepShortAddress, { params: { id } }, signal),
    refetchInterval: EVERY_MS,
  });
