import { invalid, noSuch } from "./stripeErrors.ts";
import { type Form, formIn, integerIn, requireKnownFields, textIn, textsIn } from "./stripeForm.ts";
import type { Collection, StripeStore } from "./stripeStore.ts";

const LIMIT = 10;
const LIMIT_MAX = 100;

interface ListOptions<T> {
  /** An object of the list, in Stripe's words. */
  what: string;
  url: string;
  /** The field that filters besides those that every list has. */
  by?: string;
  isMeant?: (each: T) => boolean;
}

/** A page of a list, newest first. */
export function listOf<T extends { id: string; created: number }>(
  store: StripeStore,
  collection: Collection<T>,
  form: Form,
  { what, url, by, isMeant = () => true }: ListOptions<T>,
): object {
  requireKnownFields(form, ["limit", "starting_after", "ending_before", "created", "expand", ...(by ? [by] : [])]);
  const limit = integerIn(form, "limit") ?? LIMIT;
  if (limit < 1 || limit > LIMIT_MAX) {
    throw invalid(`This value must be between 1 and ${LIMIT_MAX}.`, { param: "limit" });
  }
  const place = (name: string) => {
    const id = textIn(form, name);
    if (id === undefined) return -1;
    const index = all.findIndex((each) => each.id === id);
    if (index < 0) throw noSuch(what, id, name, 400);
    return index;
  };
  const isInTime = timeFilter(form);
  const all = collection.newestFirst().filter((each) => isMeant(each) && isInTime(each.created));
  const before = place("ending_before");
  const from = before >= 0 ? Math.max(before - limit, 0) : place("starting_after") + 1;
  const to = before >= 0 ? before : from + limit;
  const expand = textsIn(form, "expand").map((path) => path.replace(/^data\./, ""));
  return {
    object: "list",
    url,
    has_more: before >= 0 ? from > 0 : to < all.length,
    data: all.slice(from, to).map((each) => expanded(store, each, expand)),
  };
}

function timeFilter(form: Form): (created: number) => boolean {
  const created = typeof form.created === "string" ? { gte: form.created, lte: form.created } : formIn(form, "created");
  if (!created) return () => true;
  requireKnownFields(created, ["gt", "gte", "lt", "lte"]);
  const [gt, gte, lt, lte] = ["gt", "gte", "lt", "lte"].map((name) => integerIn(created, name));
  return (at) =>
    at > (gt ?? -1) &&
    at >= (gte ?? 0) &&
    at < (lt ?? Number.MAX_SAFE_INTEGER) &&
    at <= (lte ?? Number.MAX_SAFE_INTEGER);
}

/** A copy of the object with others in place of their ids, as `expand` asks. */
export function expanded(store: StripeStore, object: object, paths: string[]): object {
  const copy: Record<string, unknown> = structuredClone(object) as Record<string, unknown>;
  for (const path of paths) expand(store, copy, path.split("."), path);
  return copy;
}

const EXPANDABLE = ["latest_charge", "charge", "payment_intent", "payment_method", "balance_transaction"];

function expand(store: StripeStore, object: Record<string, unknown>, [name = "", ...rest]: string[], path: string) {
  if (!(name in object) || !EXPANDABLE.includes(name)) throw invalid(`This property cannot be expanded (${path}).`);
  const id = object[name];
  if (typeof id === "string") {
    const other = store.charges.get(id) ?? store.intents.get(id);
    if (!other) throw invalid(`This property cannot be expanded (${path}).`);
    object[name] = structuredClone(other);
  }
  const inner = object[name];
  if (rest.length > 0 && typeof inner === "object" && inner !== null) {
    expand(store, inner as Record<string, unknown>, rest, path);
  }
}
