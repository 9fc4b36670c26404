import { meetingForm } from "@survey-app/contract/meetings/meetingForms.ts";
import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { MEETING_NAME_MAX } from "@survey-app/contract/text/limits.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as formTexts from "@survey-app/texts/meetingFormTexts.ts";
import { useState } from "react";
import * as z from "zod/mini";
import { ApiRequestError } from "../api/api.ts";
import { schemaErrors } from "../api/bySchema.ts";
import { FormErrors } from "../api/FormErrors.tsx";
import { useForm } from "../api/useForm.ts";
import { fromField, toField } from "../managing/fieldTime.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { useChangeMeeting } from "./meetings.queries.ts";
import { SettingsFields } from "./SettingsFields.tsx";
import { StartField } from "./StartField.tsx";
import { settingsErrors, settingsValues, toSettings } from "./settingsValues.ts";

const nameSchema = z.object({ name: meetingForm.shape.name });

interface ChangeMeetingDialogProps {
  meeting: ManagedMeeting;
  isOpen: boolean;
  onClose: () => void;
}

/** Changes the name and the start of a meeting, and how people vote on new questions. */
export function ChangeMeetingDialog({ meeting, isOpen, onClose }: ChangeMeetingDialogProps) {
  return (
    <Dialog title={hostTexts.change} isOpen={isOpen} isWide isLong={false} onClose={onClose}>
      <ChangeMeeting meeting={meeting} onClose={onClose} />
    </Dialog>
  );
}

function ChangeMeeting({ meeting, onClose }: Omit<ChangeMeetingDialogProps, "isOpen">) {
  const { meetingId, name, about, startsAt, language, defaults } = meeting;
  const changing = useChangeMeeting(meetingId);
  const timeZone = useTimeZone();
  /** The version that its owner has seen. After a conflict the next press names the present one. */
  const [seen, setSeen] = useState<number | null>(meeting.version);
  const form = useForm({
    initial: { name, startsAt: toField(startsAt, "start", timeZone), settings: settingsValues(defaults) },
    check: (values) => ({
      ...schemaErrors(nameSchema, { name: values.name }),
      ...settingsErrors(values.settings),
    }),
    send: async (values) => {
      const start = fromField(values.startsAt, startsAt, "start", timeZone) || null;
      const defaultsNow = toSettings(values.settings);
      try {
        await changing.mutateAsync({
          name: values.name,
          about,
          startsAt: start,
          timeZone,
          language,
          defaults: defaultsNow,
          version: seen ?? meeting.version,
        });
      } catch (error) {
        if (error instanceof ApiRequestError && error.problem.code === "meetingChanged") setSeen(null);
        throw error;
      }
      onClose();
      toast(hostTexts.changed);
    },
  });
  const { values, errors } = form;
  return (
    <form {...form.props} className="space-y-5">
      <FormErrors form={form} />
      {/* The name is fixed once people have voted under it. */}
      {!meeting.begun && (
        <TextField label={formTexts.name} autoComplete="off" limit={MEETING_NAME_MAX} {...form.field("name")} />
      )}
      <StartField
        value={values.startsAt}
        timeZone={timeZone}
        error={errors.startsAt}
        onChange={(next) => form.change("startsAt", next)}
      />
      <h3 className="text-lg">{hostTexts.forNew}</h3>
      <SettingsFields
        settings={values.settings}
        errors={errors}
        onChange={(settings) => form.change("settings", settings)}
      />
      <FormActions label={hostTexts.save} isBusy={form.isBusy} onCancel={onClose} />
    </form>
  );
}
