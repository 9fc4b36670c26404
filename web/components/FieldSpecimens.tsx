import { useState } from "react";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Counter } from "../ui/Counter.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";
import { FieldError } from "../ui/FieldError.tsx";
import { FieldFrame } from "../ui/FieldFrame.tsx";
import { FilterBar } from "../ui/FilterBar.tsx";
import { FoldedFields } from "../ui/FoldedFields.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { type Choice, RadioCards } from "../ui/RadioCards.tsx";
import { RadioChips } from "../ui/RadioChips.tsx";
import { RadioList } from "../ui/RadioList.tsx";
import { SearchBox } from "../ui/SearchBox.tsx";
import { SearchInput } from "../ui/SearchInput.tsx";
import { Select } from "../ui/Select.tsx";
import { SelectArrow } from "../ui/SelectArrow.tsx";
import { SelectField } from "../ui/SelectField.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { Specimen, Specimens } from "./Specimen.tsx";

const nothing = () => {};

const states = [
  { value: "open", label: "Open" },
  { value: "ended", label: "Ended" },
] as const;

const answers: readonly Choice[] = [
  { value: "yes", label: "Yes", icon: "check", tone: "yes" },
  { value: "no", label: "No", icon: "cross", tone: "no" },
  { value: "unsure", label: "Not sure", icon: "question", tone: "unsure" },
];

/** Fields to type into and to choose from. */
export function FieldSpecimens() {
  const [chosen, choose] = useState<"open" | "ended">("open");
  const [picked, pick] = useState("");
  return (
    <Specimens title="Fields">
      <Specimen of="TextField">
        <TextField label="Title" name="plain-title" hint="One question that people answer with Yes or No." />
        <TextField label="Title" name="wrong-title" defaultValue="Piano" error="Title is required" />
        <TextField label="Place" name="optional-place" optional limit={20} defaultValue="The hall at the mill" />
      </Specimen>
      <Specimen of="TextArea">
        <TextArea label="Description" name="plain-description" limit={500} />
      </Specimen>
      <Specimen of="PasswordField">
        <PasswordField label="Password" name="plain-password" isNew />
      </Specimen>
      <Specimen of="SelectField">
        <SelectField label="Category" name="plain-category" prompt="Choose a category" options={states} />
        <SelectField
          label="Category"
          name="wrong-category"
          prompt="Choose a category"
          options={states}
          error="Category is required"
        />
      </Specimen>
      <Specimen of="Select">
        <Select label="State" value={chosen} options={states} onChange={choose} />
      </Specimen>
      <Specimen of="SelectArrow">
        <SelectArrow>
          <select aria-label="Drawn by hand" className="field pe-10">
            <option>Newest first</option>
          </select>
        </SelectArrow>
      </Specimen>
      <Specimen of="Checkbox">
        <Checkbox label="Offer “Not sure”" text="It counts for neither side." name="plain-unsure" />
        <Checkbox
          label="Votes can be changed"
          text="Until voting ends."
          name="blocked-changes"
          blocked="Secret votes can't."
        />
        <Checkbox
          label="I agree to the terms"
          text="They open in a new tab."
          name="wrong-terms"
          error="Please agree."
        />
      </Specimen>
      <Specimen of="RadioCards">
        <p id="specimen-question" className="text-lg font-semibold">
          Shall we buy the piano?
        </p>
        <RadioCards
          legend="Your vote"
          question="specimen-question"
          corner={null}
          name="specimen-vote"
          choices={answers}
          picked={picked}
          onPick={pick}
        />
      </Specimen>
      <Specimen of="RadioChips">
        <RadioChips
          legend="Which surveys?"
          choices={{ open: "Open", ended: "Ended" }}
          chosen={chosen}
          onChoose={choose}
        />
      </Specimen>
      <Specimen of="RadioList">
        {([false, true] as const).map((isCards) => (
          <RadioList
            key={String(isCards)}
            legend={isCards ? "Who answers? (cards)" : "Who answers?"}
            name={isCards ? "specimen-cards" : "specimen-list"}
            isCards={isCards}
            choices={[
              { value: "open", label: "Show of hands", text: "Everyone who has the link." },
              { value: "ended", label: "Secret ballot", text: "People on your list." },
            ]}
            chosen={chosen}
            onChoose={choose}
          />
        ))}
      </Specimen>
      <Specimen of="SearchBox">
        <SearchBox label="Search surveys" text="" onSearch={nothing} />
      </Specimen>
      <Specimen of="SearchInput">
        <SearchInput label="Search people" placeholder="Search people" />
      </Specimen>
      <Specimen of="FilterBar">
        <FilterBar
          searchLabel="Search surveys"
          text="piano"
          onSearch={nothing}
          choiceLabel="State"
          chosen={chosen}
          options={states}
          onChoose={(value) => choose(value === "ended" ? "ended" : "open")}
          className="sm:grid-cols-[1fr_10rem]"
        />
      </Specimen>
      <Specimen of="FoldedFields">
        <FoldedFields title="More" text="No picture, in English" isWrong={false}>
          <TextField label="Language" name="folded-language" />
        </FoldedFields>
      </Specimen>
      <Specimen of="FieldFrame">
        <FieldFrame label="A control of its own" name="framed" hint="The hint." error="The error.">
          {(control) => <input {...control} type="color" className="block h-11 w-20" />}
        </FieldFrame>
      </Specimen>
      <Specimen of="FieldError">
        <FieldError id="specimen" error="Title is required" />
      </Specimen>
      <Specimen of="Counter">
        <TextField label="Name" name="counted" defaultValue="Near the limit" />
        <Counter id="field-counted" max={16} />
      </Specimen>
      <Specimen of="ErrorSummary">
        {/* Its first attempt would take the focus as soon as the page is there. */}
        <div inert>
          <ErrorSummary
            errors={{ "wrong-title": "Title is required", "wrong-category": "Category is required" }}
            attempt={0}
          />
        </div>
      </Specimen>
    </Specimens>
  );
}
