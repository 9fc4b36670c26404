import { type FormEvent, useEffect, useRef } from "react";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { innerIcons } from "./innerIcons.ts";
import { isSearchable, SearchInput } from "./SearchInput.tsx";

interface SearchBoxProps {
  label: string;
  /** What is searched for now. */
  text: string;
  onSearch: (text: string) => void;
}

export function SearchBox({ label, text, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  // Back brings another text; the field itself stays, and with it the focus.
  useEffect(() => {
    if (input.current && input.current.value.trim() !== text) input.current.value = text;
  }, [text]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = input.current?.value.trim() ?? "";
    if (isSearchable(text)) onSearch(text);
  }

  return (
    <form onSubmit={onSubmit} className="flex gap-2">
      <SearchInput
        ref={input}
        label={label}
        placeholder={label}
        defaultValue={text}
        // The browser's own cross empties the field: that means everything again.
        onChange={(event) => event.target.value === "" && text !== "" && onSearch("")}
      />
      <Button type="submit" plain look="quiet" aria-label="Search">
        <Icon path={innerIcons.search} />
      </Button>
    </form>
  );
}
