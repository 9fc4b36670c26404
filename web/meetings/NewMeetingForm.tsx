import { meetingForm, SECRET_PEOPLE_MIN } from "@survey-app/contract/meetings/meetingForms.ts";
import { MEETING_NAME_MAX, TITLE_MAX } from "@survey-app/contract/text/limits.ts";
import * as errorTexts from "@survey-app/texts/errorTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import * as listTexts from "@survey-app/texts/listTexts.ts";
import * as formTexts from "@survey-app/texts/meetingFormTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import * as z from "zod/mini";
import { schemaErrors } from "../api/bySchema.ts";
import { FormErrors } from "../api/FormErrors.tsx";
import { rejectedFields } from "../api/rejectedFields.ts";
import { tabDraft } from "../api/tabDraft.ts";
import { textError } from "../api/textError.ts";
import { type FieldErrors, useForm } from "../api/useForm.ts";
import { isTooLong, keepList } from "../invitations/keptList.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import { clearDraft } from "../ui/draft.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";
import { FoldedFields } from "../ui/FoldedFields.tsx";
import { TextField } from "../ui/TextField.tsx";
import { UserText } from "../ui/UserText.tsx";
import { useLeaveGuard } from "../ui/useLeaveGuard.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { keepSetup } from "./keptSetup.ts";
import { MeetingPeopleField } from "./MeetingPeopleField.tsx";
import { meetingAddress } from "./meetingAddress.ts";
import type { MeetingList } from "./meetingList.tsx";
import { managedMeeting, useCreateMeeting } from "./meetings.queries.ts";
import { QuestionsField } from "./QuestionsField.tsx";
import { SettingsFields } from "./SettingsFields.tsx";
import { StartField } from "./StartField.tsx";
import { settingsText } from "./settingsText.ts";
import { type SettingsValues, settingsErrors, toSettings, usualSettings } from "./settingsValues.ts";

type Values = { name: string; people: string; questions: string[]; settings: SettingsValues; startsAt: string };

const empty: Values = { name: "", people: "", questions: [""], settings: usualSettings, startsAt: "" };

const DRAFT = tabDraft("meeting-new");

const nameSchema = meetingForm.shape.name;

function checkMeeting(values: Values): FieldErrors<Values> {
  const { name } = schemaErrors(z.object({ name: nameSchema }), { name: values.name }) as { name?: string };
  const titles = values.questions.map((title, index) => textError(`questions.${index}`, title, TITLE_MAX));
  return Object.assign(
    {},
    name && { name },
    isTooLong(values.people) && { people: listTexts.tooLong },
    ...titles,
    settingsErrors(values.settings),
  ) as FieldErrors<Values>;
}

/** The texts of the questions that were typed. */
const typedQuestions = ({ questions }: Values) =>
  questions.map((title) => title.trim()).filter((title) => title !== "");

interface NewMeetingFormProps {
  /** The meeting whose list and questions the new one copies. */
  copyOf: string | null;
}

/** The form for a new meeting: its name, its list and its first questions; then the list is checked. */
export function NewMeetingForm({ copyOf }: NewMeetingFormProps) {
  const { form, original, checked, setChecked } = useNewMeeting(copyOf);
  const { values, errors } = form;
  const formId = useId();
  const timeZone = useTimeZone();
  const takesCodes = values.settings.privacy === "named";
  useLeaveGuard(values.people !== "" || typedQuestions(values).length > 0);
  const isWrong = Object.keys(errors).some((field) => /^(settings|startsAt)/.test(field));
  return (
    <>
      {checked && (
        <ListCheck list={checked} takesCodes={takesCodes}>
          {form.problem && <ErrorPanel text={form.problem} />}
          <div className="flex flex-wrap gap-3">
            <ActionButton type="submit" form={formId} busy={form.isBusy} again={uiTexts.pressAgain}>
              {formTexts.create(addedNow(checked, takesCodes))}
            </ActionButton>
            <Button look="plain" onClick={() => setChecked(null)}>
              {invitationTexts.back}
            </Button>
          </div>
        </ListCheck>
      )}
      <form {...form.props} id={formId} hidden={checked !== null} className="max-w-read space-y-6">
        <FormErrors form={form} />
        <TextField
          label={formTexts.name}
          autoFocus
          autoComplete="off"
          placeholder={formTexts.nameExample}
          limit={MEETING_NAME_MAX}
          {...form.field("name")}
        />
        {copyOf !== null ? (
          <p role="status" className="rounded-xl bg-accent-soft px-4 py-3">
            {formTexts.copied(<UserText>{original?.name ?? "…"}</UserText>)}
          </p>
        ) : (
          <>
            <MeetingPeopleField
              text={values.people}
              onChange={(text) => form.change("people", text)}
              takesCodes={takesCodes}
              error={errors.people}
            />
            <QuestionsField
              questions={values.questions}
              onChange={(questions) => form.change("questions", questions)}
              errors={errors}
            />
            <FoldedFields title={formTexts.settings} text={settingsText(toSettings(values.settings))} isWrong={isWrong}>
              <SettingsFields
                settings={values.settings}
                errors={errors}
                onChange={(settings) => form.change("settings", settings)}
              />
              <StartField
                value={values.startsAt}
                timeZone={timeZone}
                error={errors.startsAt}
                onChange={(startsAt) => form.change("startsAt", startsAt)}
              />
            </FoldedFields>
          </>
        )}
        <Button type="submit" busy={form.isBusy}>
          {formTexts.goOn}
        </Button>
      </form>
    </>
  );
}

const addedNow = ({ people, withoutEmail }: MeetingList, takesCodes: boolean) =>
  takesCodes ? people : people - withoutEmail;

/** The check of a list before its meeting is created: how many people it has, and the errors in each row. */
function ListCheck({ list, takesCodes, children }: { list: MeetingList; takesCodes: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <FocusedGroup labelledBy={id} className="max-w-read space-y-5">
      <h2 id={id} className="text-xl">
        {formTexts.check}
      </h2>
      {list.people > 0 && <p className="font-medium">{invitationTexts.found(list.people, list.withoutEmail)}</p>}
      {list.withoutEmail > 0 && !takesCodes && <p>{invitationTexts.waitForCodes(list.withoutEmail)}</p>}
      {list.details}
      {children}
    </FocusedGroup>
  );
}

/**
 * The form with its steps. The typed values are kept until the meeting is stored; then its list and questions are kept
 * with its id.
 */
function useNewMeeting(copyOf: string | null) {
  const [checked, setChecked] = useState<MeetingList | null>(null);
  const creation = useCreateMeeting();
  const timeZone = useTimeZone();
  const original = useQuery({ ...managedMeeting(copyOf ?? ""), refetchInterval: false, enabled: copyOf !== null }).data;
  const form = useForm<Values>({
    initial: empty,
    // It is cleared once the meeting is stored: a form whose list is checked is not sent yet.
    draft: { key: DRAFT.key, read: DRAFT.read, store: DRAFT.store },
    check: checkMeeting,
    send: async (values) => {
      if (copyOf !== null) return create(values);
      if (checked) return create(values, checked);
      const list = await readTyped(values);
      setChecked(list);
    },
  });

  async function create(values: Values, list?: MeetingList) {
    const { name, startsAt, settings } = values;
    const defaults = original?.defaults ?? toSettings(settings);
    const body = { name, startsAt: startsAt || null, timeZone, language: LANGUAGE, defaults, copyOf };
    const { insertedId } = await creation.mutateAsync(body).catch((error: unknown) => {
      // The fields with errors are on the form.
      setChecked(null);
      throw error;
    });
    if (list) {
      keepSetup(insertedId, { questions: typedQuestions(values) });
      if (list.people > 0) keepList(insertedId, values.people);
    }
    clearDraft("session", DRAFT.key);
    navigate(meetingAddress(insertedId));
  }

  return { form, original, checked, setChecked };
}

/** The typed list. @throws ApiRequestError with the error of the field, where it can't be used */
async function readTyped(values: Values): Promise<MeetingList> {
  const { readMeetingList } = await import("./meetingList.tsx");
  const takesCodes = values.settings.privacy === "named";
  const list = readMeetingList(values.people, takesCodes);
  if (list.problem) throw rejectedFields({ people: list.problem });
  const isTooFew = values.settings.privacy === "secret" && addedNow(list, takesCodes) < SECRET_PEOPLE_MIN;
  if (isTooFew && typedQuestions(values).length > 0) throw rejectedFields({ people: errorTexts.tooFewPeople });
  return list;
}
