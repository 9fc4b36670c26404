import type { FormEvent } from "react";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";

interface SearchBoxProps {
  label: string;
  onSearch: (text: string) => void;
}

export function SearchBox({ label, onSearch }: SearchBoxProps) {
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get("q") ?? "").trim());
  }
  return (
    <form onSubmit={onSubmit} className="flex gap-2">
      <input
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        // The browser's own cross empties the field: that means everything again.
        onChange={(event) => event.target.value === "" && onSearch("")}
        className="field min-w-0 flex-1"
      />
      <Button type="submit" look="quiet" aria-label="Search">
        <Icon name="search" />
      </Button>
    </form>
  );
}
