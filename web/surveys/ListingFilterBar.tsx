import { CATEGORIES } from "@survey-app/contract/surveys.ts";
import type { FormEvent } from "react";
import { navigate } from "wouter/use-browser-location";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { innerIcons } from "../ui/innerIcons.ts";
import { isSearchable, SearchInput } from "../ui/SearchInput.tsx";
import { Select } from "../ui/Select.tsx";
import { useSearchField } from "../ui/useSearchField.ts";
import { type ListingFilter, listingOrder } from "./surveys.queries.ts";

const categories = [
  { value: "none", label: "All categories" },
  ...Object.entries(CATEGORIES).map(([value, label]) => ({ value, label })),
];

const orders = [
  { value: "", label: "Newest first" },
  { value: "votes.desc", label: "Most votes first" },
  { value: "votes.asc", label: "Fewest votes first" },
  { value: "deadline.asc", label: "Ending soonest first" },
  { value: "deadline.desc", label: "Ending latest first" },
  { value: "newest.asc", label: "Oldest first" },
];

/** Search, category and order. A plain form that works without JavaScript; every change goes into the URL. */
export function ListingFilterBar({ filter }: { filter: ListingFilter }) {
  const order = listingOrder(filter);
  const { input, send } = useSearchField(filter.q);

  function show(change: Partial<ListingFilter>) {
    const { category, sort, by, q } = { ...filter, ...change };
    const search = new URLSearchParams({
      ...(q && { q }),
      ...(category !== "none" && { category }),
      ...(sort && { sort }),
      ...(by && by !== "votes" && { by }),
    }).toString();
    navigate(`/surveysPages${search && `?${search}`}`);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSearchable(input.current?.value ?? "")) show({ q: send() });
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
        className="mb-8 grid gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_14rem_16rem]"
      >
        <div className="flex items-start gap-2 sm:col-span-2 lg:col-span-1">
          <SearchInput
            ref={input}
            label="Search in titles and descriptions"
            placeholder="Search surveys"
            defaultValue={filter.q}
          />
          <Button type="submit" plain look="quiet" aria-label="Search">
            <Icon path={innerIcons.search} />
          </Button>
        </div>
        <Select
          label="Category"
          hideLabel
          name="category"
          value={filter.category}
          options={categories}
          onChange={(value) => show({ category: value as ListingFilter["category"] })}
        />
        <Select label="Sort" hideLabel name="order" value={order} options={orders} onChange={onOrder} />
      </form>
    </search>
  );
}
