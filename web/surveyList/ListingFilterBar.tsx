import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import { LISTED_LANGUAGES } from "@survey-app/contract/text/listedLanguages.ts";
import * as listingTexts from "@survey-app/texts/listingTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { type FormEvent, useEffect, useRef } from "react";
import { navigate } from "wouter/use-browser-location";
import type { ListingFilter } from "../surveys/surveys.queries.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { isSearchable, SearchInput } from "../ui/SearchInput.tsx";
import { Select } from "../ui/Select.tsx";
import { useSearchField } from "../ui/useSearchField.ts";
import { listingAddress, listingOrder } from "./listingAddress.ts";

const categories = [
  { value: "none", label: listingTexts.allCategories },
  ...Object.entries(categoryNames).map(([value, label]) => ({ value, label })),
];

/** Keyed by the results of `listingOrder`. */
const orders = [
  { value: "", label: listingTexts.orders.newest },
  { value: "votes.desc", label: listingTexts.orders.mostVoters },
  { value: "votes.asc", label: listingTexts.orders.fewestVoters },
  { value: "deadline.asc", label: listingTexts.orders.endingSoonest },
  { value: "deadline.desc", label: listingTexts.orders.endingLatest },
  { value: "newest.asc", label: listingTexts.orders.oldest },
];

/** After the last key, in ms: a word that is typed without a pause is one request. */
const TYPING_MS = 350;

/** Search, category and order. A plain form that works without JavaScript; every change goes into the URL. */
export function ListingFilterBar({ filter }: { filter: ListingFilter }) {
  const order = listingOrder(filter);
  const { input, send } = useSearchField(filter.q);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Whether the latest history entry is a search that is being typed, which further typing replaces. */
  const isTyped = useRef(false);
  const address = listingAddress(filter);
  // Drops a pending search when another filter is chosen or the page is left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new filter ends it
  useEffect(() => () => clearTimeout(typing.current), [address]);

  function show(change: Partial<ListingFilter>, replace = false) {
    navigate(listingAddress({ ...filter, ...change }), { replace });
  }

  function search() {
    clearTimeout(typing.current);
    const text = input.current?.value.trim() ?? "";
    if (text === filter.q || !isSearchable(text)) return;
    show({ q: send() }, isTyped.current);
    isTyped.current = true;
  }

  function onType() {
    clearTimeout(typing.current);
    typing.current = setTimeout(search, TYPING_MS);
  }

  function endTyping() {
    isTyped.current = false;
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    search();
    endTyping();
  }

  function onOrder(value: string) {
    const [by = "", sort = ""] = value.split(".");
    show({ by: by as ListingFilter["by"], sort: sort as ListingFilter["sort"] });
  }

  return (
    <search>
      <form
        action="/surveysPages"
        onSubmit={onSubmit}
        className="mb-3 grid grid-cols-1 gap-2 min-[22rem]:grid-cols-2 sm:mb-4 sm:gap-3 lg:grid-cols-[1fr_14rem_16rem]"
      >
        <div className="col-span-full flex items-start gap-2 lg:col-span-1">
          <SearchInput
            ref={input}
            label={listingTexts.searchLabel}
            placeholder={listingTexts.searchSurveys}
            defaultValue={filter.q}
            onChange={onType}
            onBlur={endTyping}
          />
          <Button type="submit" plain look="quiet" aria-label={uiTexts.search}>
            <Icon path={innerIcons.search} />
          </Button>
        </div>
        <Select
          label={listingTexts.category}
          hideLabel
          name="category"
          value={filter.category}
          options={categories}
          onChange={(value) => show({ category: value as ListingFilter["category"] })}
        />
        <Select label={listingTexts.sort} hideLabel name="order" value={order} options={orders} onChange={onOrder} />
        {filter.state && <input type="hidden" name="state" value={filter.state} />}
        {filter.languages && <input type="hidden" name={LISTED_LANGUAGES} value={filter.languages} />}
      </form>
    </search>
  );
}
