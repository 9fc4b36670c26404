import * as listTexts from "@survey-app/texts/listTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureOf } from "../../api/failure.ts";
import { isRequestingSurveyor } from "../../session/isRequestingSurveyor.ts";
import { useUser } from "../../session/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Select } from "../../ui/Select.tsx";
import { readCopy, voterLists } from "./voterLists.queries.ts";

interface TakeFromListProps {
  /** The longest text that can be taken, in characters. */
  max: number;
  /** Gets the people as the text of a list. */
  onTaken: (text: string) => void;
}

/** The saved lists of the current user; none for a user who can't have any. */
export function useSavedLists() {
  // The server renders the form to ask before it knows the reader.
  const user = useUser();
  return useQuery({ ...voterLists(user?._id ?? ""), enabled: user !== null && !isRequestingSurveyor(user) });
}

/** Takes a copy of a saved list, or of some of its groups, as the text of a list. Nothing for users without lists. */
export function TakeFromList(props: TakeFromListProps) {
  const { data: lists } = useSavedLists();
  const [id, setId] = useState("");
  const [groups, setGroups] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const filled = lists?.filter(({ people }) => people > 0) ?? [];
  if (filled.length === 0) return null;
  const list = filled.find(({ _id }) => _id === id);
  async function take() {
    setBusy(true);
    setProblem(null);
    try {
      const { writeList } = await import("../writeList.ts");
      const text = writeList(await readCopy(id, groups));
      if (text.length > props.max) setProblem(listTexts.tooLong);
      else props.onTaken(text);
    } catch (error) {
      setProblem(failureOf(error).text);
    }
    setBusy(false);
  }
  return (
    <fieldset className="space-y-3 rounded-xl border border-line px-4 py-3">
      <legend className="px-1 text-sm font-semibold">{listTexts.takeFrom}</legend>
      <Select
        label={listTexts.list}
        hideLabel
        value={list ? id : ""}
        options={[
          { value: "", label: listTexts.chooseList },
          ...filled.map(({ _id, name, people }) => ({ value: _id, label: listTexts.nameAndPeople(name, people) })),
        ]}
        onChange={(chosen) => {
          setId(chosen);
          setGroups([]);
        }}
      />
      {list && list.groups.length > 0 && (
        <fieldset className="space-y-2">
          <legend className="text-sm text-muted">{listTexts.groupsToTake}</legend>
          {list.groups.map(({ name, people }) => (
            <label key={name} className="flex min-h-8 items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-accent"
                checked={groups.includes(name)}
                onChange={({ target }) =>
                  setGroups(target.checked ? [...groups, name] : groups.filter((each) => each !== name))
                }
              />
              {listTexts.nameAndPeople(name, people)}
            </label>
          ))}
        </fieldset>
      )}
      {problem && <ErrorPanel text={problem} />}
      {list && (
        <Button look="quiet" small busy={isBusy} onClick={() => void take()}>
          {listTexts.take}
        </Button>
      )}
    </fieldset>
  );
}
